import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { usePanelHost } from "@/components/desk/shared/panel-host";
import { toast } from "@/components/ui/toast";
import type { InputValues } from "@/lib/actions/buttons/shared/inputs";
import { newId } from "@/lib/kernel/ids";

/** `id` makes the press idempotent. `about`: the event that it is about, when that was chosen for this press. `isAsked`: a dialog is open and shows the error. */
export type PressRequest = { id: string; about?: string | undefined; isAsked?: boolean; inputs?: InputValues };

/** Presses a button for this person. A press may move money: it is sent once, and an error is shown, never retried automatically. */
export function usePress(buttonId: string, eventId: string | undefined) {
  const host = usePanelHost();
  const isPressed = useRef(false);
  const { mutate, reset, isPending, error, submittedAt } = useMutation({
    mutationFn: ({ id, inputs, about = eventId }: PressRequest) =>
      host.inOrder(() => host.press({ id, buttonId, ...(inputs && { inputs }), ...(about !== undefined && { eventId: about }) })),
    onSuccess: host.showStarted,
    onError: (failure, { isAsked }) => isAsked || toast.error(failure.message),
    onSettled: () => {
      isPressed.current = false;
      // The outcome may have arrived before the response.
      host.refresh();
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
