import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { bdi } from "@/components/ui/bdi";
import { toast } from "@/components/ui/toast";
import { useShownName } from "@/components/ui/use-shown-name";
import { call } from "@/lib/browser/call";
import { blockPerson } from "@/lib/channels/endpoints";
import { panelQuery } from "@/lib/desk/panel/browser/queries";
import type { Panel } from "@/lib/desk/panel/contract";

/** Blocks the person of the chat, or lets them write again. */
export function useBlock({ chat: { id: chatId }, person: { displayName } }: Panel) {
  const t = useTranslations("chat.menu");
  const nameOf = useShownName();
  const client = useQueryClient();
  const { workspace, live } = useLive();
  return useMutation({
    mutationFn: (isBlocked: boolean) =>
      live.inOrder(chatId, () => call(blockPerson, { params: { workspace, chatId }, body: { isBlocked } })),
    onSuccess: ({ isBlocked }) => {
      client.setQueryData(panelQuery(workspace, chatId).queryKey, (panel) => panel && { ...panel, person: { ...panel.person, isBlocked } });
      toast.success(t.rich(isBlocked ? "blocked" : "unblocked", { name: nameOf(displayName), bdi }));
    },
  });
}
