import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { call } from "@/lib/browser/call";
import { setStatus } from "@/lib/domain/chats/contract";
import { panelQuery } from "@/lib/domain/panel/browser/queries";
import { useLive } from "./live";

/** Closes or reopens the chat. */
export function useStatus(chatId: string) {
  const client = useQueryClient();
  const { workspace, live } = useLive();
  const { mutate, isPending } = useMutation({
    mutationFn: (status: "open" | "closed") => call(setStatus, { params: { workspace, chatId }, body: { status } }),
    onSuccess: ({ status }) => {
      client.setQueryData(panelQuery(workspace, chatId).queryKey, (panel) => panel && { ...panel, chat: { ...panel.chat, status } });
      live.refreshList();
    },
    onError: (error) => toast.error(error.message),
  });
  return { change: mutate, isPending };
}
