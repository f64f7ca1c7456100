import { searchOf } from "@/components/chat/shared/filter";
import type { Filter } from "@/lib/domain/chats/browser/queries";

/** The address changes without a server navigation: the list fetches its own data. */
export const chooseFilter = (filter: Filter): void => window.history.pushState(null, "", `${window.location.pathname}${searchOf(filter)}`);
