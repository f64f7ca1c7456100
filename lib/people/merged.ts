import type { ChangeNotification } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";
import type { EndedChat } from "./move-chats";

/** What a notification says of chats that ended in another one: both have a new line, and messages may have left the first. */
export const chatsMerged = (ended: readonly EndedChat[]): Pick<ChangeNotification, "chats" | "reset" | "items"> =>
  ended.length === 0
    ? {}
    : {
        chats: ended.flatMap(({ id, seq, into }) => [{ id, seq }, into]),
        ...itemsChanged(
          undefined,
          ended.map(({ id }) => id),
        ),
      };
