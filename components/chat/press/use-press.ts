import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "sonner";
import { useLive } from "@/components/chat/shared/live";
import { call } from "@/lib/browser/call";
import type { InputValues } from "@/lib/domain/buttons/shared/inputs";
import { pressButton } from "@/lib/domain/calls/contract";
import { panelQuery } from "@/lib/domain/panel/browser/queries";
import { newId } from "@/lib/kernel/ids";
import { usePressing } from "./pressing";

/** `id` makes the press idempotent. `isAsked`: a dialog is open and shows the error. */
export type PressRequest = { id: string; isAsked?: boolean; inputs?: InputValues };

/** Presses a button of this chat. A press may move money: it is sent once, and an error is shown, never retried automatically. */
export function usePress(buttonId: string, eventId: string | undefined) {
  const client = useQueryClient();
  const { workspace, live } = useLive();
  const { chatId } = usePressing();
  const isPressed = useRef(false);
  const { mutate, reset, isPending, error, submittedAt } = useMutation({
    mutationFn: ({ id, inputs }: PressRequest) =>
      call(pressButton, {
        params: { workspace, chatId },
        body: { id, buttonId, ...(inputs && { inputs }), ...(eventId !== undefined && { eventId }) },
      }),
    onSuccess: (started) => {
      client.setQueryData(panelQuery(workspace, chatId).queryKey, (panel) => {
        const isKnown = panel?.running.some(({ callId }) => callId === started.callId);
        if (!panel || isKnown) return panel;
        const label = panel.buttons.find(({ id }) => id === buttonId)?.label ?? "";
        return { ...panel, running: [...panel.running, { ...started, label, state: "sending" as const }] };
      });
    },
    onError: (failure, { isAsked }) => isAsked || toast.error(failure.message),
    onSettled: () => {
      isPressed.current = false;
      // The outcome may have arrived before the response.
      live.refreshPanel();
    },
  });

  function press(pressed: PressRequest = { id: newId() }, onSent?: () => void) {
    // The second click of a double click arrives before the button renders as disabled.
    if (isPressed.current) return;
    isPressed.current = true;
    mutate(pressed, onSent && { onSuccess: onSent });
  }

  return { press, reset, isPending, error, submittedAt };
}
