import { filterOf, searchOf } from "@/components/desk/shared/filter";
import { changeSearch } from "@/lib/browser/change-search";
import type { Filter } from "@/lib/chats/browser/queries";

/** The address changes without a server navigation: the list fetches its own data. */
export const chooseFilter = (part: Partial<Filter>): void => changeSearch("pushState", (now) => searchOf({ ...filterOf(now), ...part }));
