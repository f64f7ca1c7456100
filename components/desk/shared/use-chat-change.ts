import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { makeUndoable } from "@/components/commands/undo";
import { toast } from "@/components/ui/toast";
import { useShownName } from "@/components/ui/use-shown-name";
import { keepShown, panelQuery } from "@/lib/desk/panel/browser/queries";
import type { Panel } from "@/lib/desk/panel/contract";
import { hasCode } from "@/lib/kernel/errors";
import { isolated } from "@/lib/kernel/text";
import type { DoneWithIt } from "./closing";
import { useLive } from "./live";
import { useOpening } from "./opening";
import { useGoingOn } from "./use-going-on";
import { useListSearch } from "./use-view";

type Chat = Panel["chat"];
type Change<Input> = {
  input: Input;
  /** What its place in the order of the chat came to. */
  sent: Promise<unknown>;
  withdraw?: () => void;
  describe?: (reason: string) => string;
  ask?: (() => void) | undefined;
};

type Options<Input> = {
  send: (input: Input) => Promise<unknown>;
  /** Whether it puts the chat away, where nobody would see that a message before it was not sent. */
  hides?: (input: Input) => boolean;
  /** What the chat is after it. */
  shown: (input: Input, before: Chat) => Partial<Chat>;
  /** What takes it back. */
  reverse: (before: Chat, input: Input) => Input;
  /** Says what was done, for whoever may take it back. */
  done: (input: Input, name: string) => ReactNode;
  /** Says that it was not done, for whoever left the chat meanwhile. */
  notDone?: (name: string, reason: string) => string;
};

type Undo = {
  /** Whether it was done, when the turn of its reversal comes. */
  isDone: () => boolean;
  /** Taking it back leads to this chat again. */
  hasLeft: boolean;
  also?: DoneWithIt | undefined;
  isSaid?: boolean;
};

/** Changes the chat itself. The screen shows it at once, and the former state again when it failed; it can be taken back. */
export function useChatChange<Input>(chatId: string, { send, hides, shown, reverse, done, notDone }: Options<Input>) {
  const client = useQueryClient();
  const { workspace, live } = useLive();
  const { queryKey } = panelQuery(workspace, chatId);
  const nameOf = useShownName();
  const goOn = useGoingOn();
  const { begin } = useOpening();
  const router = useRouter();
  const search = useListSearch();

  function show(part: Partial<Chat>): void {
    client.setQueryData(queryKey, (panel) => panel && { ...panel, chat: { ...panel.chat, ...part } });
  }

  const { mutate } = useMutation({
    mutationFn: ({ sent }: Change<Input>) => sent,
    onMutate: async ({ input }) => {
      // A read that began before would show the former state again.
      await client.cancelQueries({ queryKey });
      const chat = client.getQueryData(queryKey)?.chat;
      if (!chat) return undefined;
      const part = shown(input, chat);
      show(part);
      const release = keepShown(chatId, (panel) => ({ ...panel, chat: { ...panel.chat, ...part } }));
      const before = Object.fromEntries(Object.keys(part).map((name) => [name, chat[name as keyof Chat]])) as Partial<Chat>;
      return { before, release };
    },
    onError: async (error, { withdraw, describe, ask }, shownNow) => {
      if (shownNow) show(shownNow.before);
      withdraw?.();
      if (ask && hasCode(error, "conflict")) {
        shownNow?.release();
        await client.refetchQueries({ queryKey });
        if (client.getQueryData(queryKey)?.problemsCount && window.location.pathname.endsWith(chatId)) return ask();
      }
      toast.error(describe?.(error.message) ?? error.message);
    },
    onSettled: (_done, _error, _input, shownNow) => {
      shownNow?.release();
      live.refreshRow(chatId);
      live.refreshPanel();
      void live.refreshChat(chatId);
    },
  });

  const nameNow = (): string => isolated(nameOf(client.getQueryData(queryKey)?.person.displayName ?? ""));

  /** Lets it be taken back, with what was done along with it. Returns how to end that. */
  function letUndo(input: Input, back: Input, { isDone, hasLeft, also, isSaid }: Undo): () => void {
    // What was not done needs no reversal, which could undo what a colleague did.
    const sendBack = async () => isDone() && send(back);
    function undo() {
      mutate({ input: back, sent: live.inOrder(chatId, sendBack, hides?.(back)) });
      also?.undo();
      if (!hasLeft) return;
      // Also while the next chat is still on the way: it is awaited no more.
      begin(chatId);
      router.push(`/${workspace}/chats/${chatId}${search}`);
    }
    return makeUndoable(also?.text ?? done(input, nameNow()), undo, isSaid);
  }

  /** `leaves`: the next chat is opened at once. `ask`: what follows a refusal for problems that the screen did not show, in this chat. */
  function change(input: Input, leaves = false, also?: DoneWithIt, ask?: () => void): void {
    const chat = client.getQueryData(queryKey)?.chat;
    const name = nameNow();
    let isDone = false;
    async function sendNow() {
      await send(input);
      isDone = true;
    }
    mutate({
      input,
      sent: live.inOrder(chatId, sendNow, hides?.(input)),
      ...(chat && { withdraw: letUndo(input, reverse(chat, input), { isDone: () => isDone, hasLeft: leaves, also }) }),
      ...(leaves ? notDone && { describe: (reason) => notDone(name, reason) } : { ask }),
    });
    if (leaves) goOn();
  }

  return { change, letUndo, nameNow };
}
