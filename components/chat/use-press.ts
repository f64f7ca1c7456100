import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "sonner";
import { pressButton } from "@/lib/actions/contract";
import { panelQuery } from "@/lib/chats/queries";
import { call } from "@/lib/client/call";
import { newId } from "@/lib/ids";
import { useLive } from "./live";

/** Presses a button of this chat. A press may move money: it is sent once, and what goes wrong is said, never tried again by itself. */
export function usePress(chatId: string, buttonId: string) {
  const client = useQueryClient();
  const { workspace, live } = useLive();
  const isPressed = useRef(false);
  const { mutate, isPending, error, submittedAt } = useMutation({
    mutationFn: (id: string) => call(pressButton, { params: { workspace, chatId }, body: { id, buttonId } }),
    onSuccess: (started) => {
      client.setQueryData(panelQuery(workspace, chatId).queryKey, (panel) => {
        const isKnown = panel?.running.some(({ callId }) => callId === started.callId);
        if (!panel || isKnown) return panel;
        const label = panel.buttons.find(({ id }) => id === buttonId)?.label ?? "";
        return { ...panel, running: [...panel.running, { ...started, label, state: "sending" as const }] };
      });
    },
    onError: (failure) => toast.error(failure.message),
    onSettled: () => {
      isPressed.current = false;
      // The outcome may have been faster than the answer.
      live.refreshPanel();
    },
  });

  function press() {
    // The second half of a double click comes before the button is drawn as pressed.
    if (isPressed.current) return;
    isPressed.current = true;
    mutate(newId());
  }

  return { press, isPending, error, submittedAt };
}
