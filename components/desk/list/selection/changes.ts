import type { ChatChange } from "@/lib/chats/bulk/contract";
import type { Assignee, ChatSummary } from "@/lib/chats/contract";
import type { Tag } from "@/lib/chats/tags/contract";

/** What is done to all chats that are selected. */
export type Deed =
  /** `ifNoOpenProblems`: nobody decided what becomes of the problems of these chats, because their rows show none. */
  | { what: "status"; status: "open" | "closed"; ifNoOpenProblems?: boolean }
  | { what: "assignee"; assignee: Assignee | null }
  | { what: "tag"; tag: Tag; isSet: boolean };

/** As the browser sends it. */
export type SentChange = Omit<ChatChange, "snoozedUntil"> & { snoozedUntil?: string | null };
/** A change, and what takes it back. */
export type Step = { change: SentChange; back: SentChange };

function stepOf(deed: Deed, { id: chatId, status, snoozedUntil, assignee, tags }: ChatSummary): Step | null {
  switch (deed.what) {
    case "status": {
      if (status === deed.status) return null;
      const change = { chatId, status: deed.status, ...(deed.ifNoOpenProblems && { ifNoOpenProblems: true }) };
      return { change, back: { chatId, status, ...(status === "open" && { snoozedUntil }) } };
    }
    case "assignee":
      if (assignee?.id === deed.assignee?.id) return null;
      return { change: { chatId, accountId: deed.assignee?.id ?? null }, back: { chatId, accountId: assignee?.id ?? null } };
    case "tag": {
      const { tag, isSet } = deed;
      if (tags.some(({ id }) => id === tag.id) === isSet) return null;
      return { change: { chatId, tag: { tagId: tag.id, isSet } }, back: { chatId, tag: { tagId: tag.id, isSet: !isSet } } };
    }
  }
}

/** The changes that a deed makes; what is so already is left out. */
export const stepsOf = (deed: Deed, chats: readonly ChatSummary[]): Step[] => chats.flatMap((chat) => stepOf(deed, chat) ?? []);
