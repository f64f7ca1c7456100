import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { keepShown, panelQuery } from "@/lib/desk/panel/browser/queries";
import type { Panel } from "@/lib/desk/panel/contract";
import { useLive } from "./live";

type Chat = Panel["chat"];

type Options<Input> = {
  send: (input: Input) => Promise<unknown>;
  /** What the chat is after it. */
  shown: (input: Input) => Partial<Chat>;
  /** Undefined for the error's own message. */
  errorMessage?: (error: Error, input: Input) => string;
};

/** Changes the chat itself. The screen shows it at once, and the former state again when it failed. */
export function useChatChange<Input>(chatId: string, { send, shown, errorMessage }: Options<Input>) {
  const client = useQueryClient();
  const { workspace, live } = useLive();
  const { queryKey } = panelQuery(workspace, chatId);

  function show(part: Partial<Chat>): void {
    client.setQueryData(queryKey, (panel) => panel && { ...panel, chat: { ...panel.chat, ...part } });
  }

  return useMutation({
    mutationFn: send,
    // One after the other, so that the last one made is the one that stays.
    scope: { id: `chat ${chatId}` },
    onMutate: async (input: Input) => {
      // A read that began before would show the former state again.
      await client.cancelQueries({ queryKey });
      const chat = client.getQueryData(queryKey)?.chat;
      const part = shown(input);
      show(part);
      const release = keepShown(chatId, part);
      const before = chat && (Object.fromEntries(Object.keys(part).map((name) => [name, chat[name as keyof Chat]])) as Partial<Chat>);
      return { before, release };
    },
    onError: (error, input, shownNow) => {
      if (shownNow?.before) show(shownNow.before);
      toast.error(errorMessage?.(error, input) ?? error.message);
    },
    onSettled: (_done, _error, _input, shownNow) => {
      shownNow?.release();
      live.refreshRow(chatId);
      live.refreshPanel();
      void live.refreshChat(chatId);
    },
  });
}
