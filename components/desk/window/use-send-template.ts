import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLive } from "@/components/desk/shared/live";
import { call } from "@/lib/browser/call";
import type { Template } from "@/lib/channels/whatsapp/contract";
import { sendTemplate } from "@/lib/channels/whatsapp/endpoints";
import { newId } from "@/lib/kernel/ids";

/** Every attempt has the same id: a template whose answer was lost is not sent twice. */
export function useSendTemplate(chatId: string, { name, language }: Template, onSent: () => void) {
  const { workspace, live } = useLive();
  const [id] = useState(newId);
  return useMutation({
    mutationFn: (values: Record<string, string>) =>
      call(sendTemplate, { params: { workspace, chatId }, body: { id, name, language, values } }),
    onSuccess: async () => {
      await live.refreshChat(chatId);
      onSent();
    },
  });
}
