import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { makeUndoable } from "@/components/commands/undo";
import { useLive } from "@/components/desk/shared/live";
import { toast } from "@/components/ui/toast";
import { call, refusalOf } from "@/lib/browser/call";
import { changeChats } from "@/lib/chats/bulk/endpoints";
import type { ChatSummary } from "@/lib/chats/contract";
import { maxChanges } from "@/lib/chats/shared/limits";
import { isolated } from "@/lib/kernel/text";
import { type Deed, type SentChange, type Step, stepsOf } from "./changes";
import { selection } from "./selection";

/** Does the same to several chats, with one undo for those that it changed. */
export function useDeed() {
  const t = useTranslations("chat.selection");
  const { workspace, live } = useLive();

  /** Returns the chats that were changed. */
  async function send(changes: readonly SentChange[]): Promise<Set<string>> {
    const done = new Set<string>();
    const refused: unknown[] = [];
    async function sendAll(those: readonly SentChange[]): Promise<void> {
      for (let at = 0; at < those.length; at += maxChanges) {
        const { results } = await call(changeChats, { params: { workspace }, body: { changes: those.slice(at, at + maxChanges) } });
        for (const { chatId, error } of results) {
          if (error) refused.push({ error });
          else done.add(chatId);
        }
      }
    }
    try {
      for (const error of await inAll(changes, sendAll)) refused.push({ error });
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
    if (refused.length > 0) toast.error(t("refused", { count: refused.length, reason: refusalOf(refused[0]).message }));
    for (const { chatId } of changes) live.refreshRow(chatId);
    live.refreshPanel();
    return done;
  }

  /** Sends changes together, when it is their turn in each of the chats, which go on afterwards. Returns why some were left out. */
  async function inAll(changes: readonly SentChange[], sendAll: (those: readonly SentChange[]) => Promise<void>): Promise<unknown[]> {
    const [ready, refusals] = [new Set<SentChange>(), [] as unknown[]];
    let begin = () => {};
    const sent = new Promise<void>((resolve) => {
      begin = resolve;
    }).then(() => sendAll(changes.filter((change) => ready.has(change))));
    const beginIfReady = () => ready.size + refusals.length === changes.length && begin();
    for (const change of changes) {
      function take() {
        ready.add(change);
        beginIfReady();
        return sent;
      }
      const hides = change.status === "closed" || Boolean(change.snoozedUntil);
      live.inOrder(change.chatId, take, hides).catch((error: unknown) => {
        if (ready.has(change)) return;
        refusals.push(error);
        beginIfReady();
      });
    }
    beginIfReady();
    await sent;
    return refusals;
  }

  function done(deed: Deed, count: number): string {
    if (deed.what === "status") return t(deed.status === "closed" ? "closed" : "reopened", { count });
    if (deed.what === "tag") return t(deed.isSet ? "tagged" : "untagged", { count, tag: isolated(deed.tag.name) });
    return deed.assignee ? t("assigned", { count, assignee: isolated(deed.assignee.name) }) : t("unassigned", { count });
  }

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ deed, chats }: { deed: Deed; chats: readonly ChatSummary[] }) => {
      const steps = stepsOf(deed, chats);
      const changed = await send(steps.map(({ change }) => change));
      const isDone = ({ change }: Step) => changed.has(change.chatId);
      const left = steps.filter((step) => !isDone(step)).map(({ change }) => change.chatId);
      return { deed, back: steps.filter(isDone).map(({ back }) => back), left };
    },
    onSuccess({ deed, back, left }) {
      selection.clear();
      // What was not done stays selected, so that it can be done again.
      if (left.length > 0) selection.set(left);
      if (back.length > 0) makeUndoable(done(deed, back.length), () => void send(back));
    },
  });
  return { act: (deed: Deed, chats: readonly ChatSummary[]) => mutate({ deed, chats }), isPending };
}
