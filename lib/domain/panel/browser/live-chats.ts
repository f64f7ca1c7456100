import type { QueryClient } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type { Heard, Poke } from "@/lib/browser/stream";
import { type Follower, follower } from "@/lib/domain/chats/browser/follow";
import { outbox } from "@/lib/domain/chats/browser/outbox";
import { listKey, timelineQuery } from "@/lib/domain/chats/browser/queries";
import { listItems } from "@/lib/domain/chats/contract";
import { newestSeq } from "@/lib/domain/chats/shared/timeline";
import type { Panel } from "@/lib/domain/panel/contract";
import { AppError } from "@/lib/kernel/errors";
import { steadily } from "@/lib/kernel/throttle";
import { panelQuery, panelsKey } from "./queries";

const refreshMs = 250;
const retryMs = 2000;

/** Whether a poke is about what stands beside this chat. */
export function concerns(poke: Poke, chatId: string, panel: Pick<Panel, "contact" | "person"> | undefined): boolean {
  return (
    poke.chats.some((chat) => chat.id === chatId) ||
    poke.reset.includes(chatId) ||
    !panel ||
    (panel.contact !== null && poke.contacts.includes(panel.contact.id)) ||
    poke.people.includes(panel.person.id)
  );
}

export type LiveChats = ReturnType<typeof liveChats>;

/** Turns "look again" into the fewest fetches that bring the screen up to date. */
export function liveChats(client: QueryClient, workspace: string) {
  const followers = new Map<string, Follower>();
  const refreshList = steadily(refreshMs, () => client.invalidateQueries({ queryKey: listKey(workspace) }));
  const refreshPanel = steadily(refreshMs, () => client.invalidateQueries({ queryKey: panelsKey(workspace) }));

  function followerOf(chatId: string): Follower {
    const known = followers.get(chatId);
    if (known) return known;
    const { queryKey } = timelineQuery(workspace, chatId);
    const made = follower({
      read: (query) => call(listItems, { params: { workspace, chatId }, query }),
      load: () => client.getQueryData(queryKey),
      save: (timeline) => client.setQueryData(queryKey, timeline),
    });
    followers.set(chatId, made);
    return made;
  }

  /** The reconnected stream looks again as well; this retry is for a single request that went wrong. Ends with the first try. */
  async function look(chatId: string, options: { whole?: boolean } = {}): Promise<void> {
    const once = () => followerOf(chatId).look(options);
    await once().catch(() => setTimeout(() => once().catch(() => undefined), retryMs));
  }

  async function lookAtOpen(poke: Poke, openChat: string): Promise<void> {
    const { queryKey } = timelineQuery(workspace, openChat);
    const newest = newestSeq(client.getQueryData(queryKey) ?? { items: [], hasEarlier: false });
    if (poke.reset.includes(openChat)) await look(openChat, { whole: true });
    else if (poke.chats.some(({ id, seq }) => id === openChat && seq > newest)) await look(openChat);
  }

  async function heardPoke(poke: Poke, openChat: string | null): Promise<void> {
    // The chat that is read comes first: what stands around it would only keep the server busy before it.
    if (openChat) await lookAtOpen(poke, openChat);
    refreshList();
    if (openChat && concerns(poke, openChat, client.getQueryData(panelQuery(workspace, openChat).queryKey))) refreshPanel();
  }

  function lookAtAll(openChat: string | null, options: { whole: boolean }) {
    refreshList();
    if (!openChat) return;
    void look(openChat, options);
    refreshPanel();
  }

  /** Asks for the list: a session that has ended leads to the sign-in, and who is no member any more is shown no chat. */
  async function refused(): Promise<void> {
    const lists = { queryKey: listKey(workspace) };
    await client.invalidateQueries(lists);
    const isGone = ({ state }: { state: { error: unknown } }) => state.error instanceof AppError && state.error.code === "not_found";
    if (client.getQueryCache().findAll(lists).some(isGone)) window.location.reload();
  }

  return {
    ...outbox(client, (chatId) => followerOf(chatId).look()),
    look,
    refused,
    refreshList,
    refreshPanel,
    earlier: (chatId: string) => followerOf(chatId).earlier(),
    heard(what: Heard, openChat: string | null): void {
      if (what.kind === "poke") void heardPoke(what.poke, openChat);
      // Which earlier items changed while nobody listened is unknown.
      else lookAtAll(openChat, { whole: what.kind === "ready" });
    },
  };
}
