import type { QueryClient } from "@tanstack/react-query";
import type { ChangeNotification } from "@/lib/browser/change-notification";
import { redirectToSignIn } from "@/lib/browser/sign-in-redirect";
import { type ChatPage, chatsQuery, type Filter, listKey, type Part, readChats } from "@/lib/chats/browser/queries";
import { hasCode } from "@/lib/kernel/errors";
import { throttle } from "@/lib/kernel/throttle";
import { listUpdates } from "./list-updates";

/** Names and problems of people without a new item in their chats: many backends write contacts all the time. */
const peopleMs = 2_000;
/** The same of those who are not in the list: the counts above it may change, and who belongs to it. */
const othersMs = 10_000;

/** Reads chats; an ended session leads to the sign-in. */
export const readSignedIn = (workspace: string, filter: Filter, part?: Part): Promise<ChatPage> =>
  readChats(workspace, filter, part).catch((error: unknown) => {
    if (hasCode(error, "signed_out")) redirectToSignIn();
    throw error;
  });

/** The workspace's lists that are on the screen. */
export function shownLists(client: QueryClient, workspace: string) {
  const keyOf = (filter: Filter) => chatsQuery(workspace, filter).queryKey;
  const lists = listUpdates({
    read: (filter, part) => readSignedIn(workspace, filter, part),
    shown: () =>
      client
        .getQueryCache()
        .findAll({ queryKey: listKey(workspace), type: "active" })
        .map(({ queryKey }) => queryKey[listKey(workspace).length] as Filter),
    load: (filter) => client.getQueryData(keyOf(filter)),
    save: (filter, list) => client.setQueryData(keyOf(filter), list),
  });

  const waiting = new Set<string>();
  const refreshWaiting = throttle(peopleMs, async () => {
    lists.changed(waiting);
    waiting.clear();
  });
  const refreshOthers = throttle(othersMs, async () => lists.refresh());

  return {
    ...lists,
    receive({ chats, reset, contacts, people }: ChangeNotification): void {
      const ids = [...chats.map(({ id }) => id), ...reset];
      if (ids.length > 0) lists.changed(ids);
      for (const chat of lists.listed()) {
        const isOf = contacts.includes(chat.contactId ?? "") || people.includes(chat.personId ?? "");
        if (isOf && !ids.includes(chat.id)) waiting.add(chat.id);
      }
      if (waiting.size > 0) refreshWaiting();
      if (ids.length === 0 && contacts.length + people.length > 0) refreshOthers();
    },
    /** After a gap: what was read before may be wrong, and what failed is read again. */
    catchUp(): void {
      lists.restart();
      void client.refetchQueries({ queryKey: listKey(workspace), type: "active", predicate: ({ state }) => state.status === "error" });
    },
  };
}
