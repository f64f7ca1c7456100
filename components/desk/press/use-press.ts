import { useRef } from "react";
import { usePanelHost } from "@/components/desk/shared/panel-host";
import { toast } from "@/components/ui/toast";
import { useJob } from "@/components/ui/use-job";
import type { InputValues } from "@/lib/actions/buttons/shared/inputs";
import { newId } from "@/lib/kernel/ids";

/** `id` makes the press idempotent. `about`: the event that it is about, when that was chosen for this press. `isAsked`: a dialog is open and shows the error. */
export type PressRequest = { id: string; about?: string | undefined; isAsked?: boolean; inputs?: InputValues };

/** Presses a button for this person. A press may move money: it is sent once, and an error is shown, never retried automatically. */
export function usePress(buttonId: string, eventId: string | undefined) {
  const host = usePanelHost();
  const isPressed = useRef(false);

  async function send({ id, inputs, about = eventId, isAsked }: PressRequest): Promise<true> {
    const body = { id, buttonId, ...(inputs && { inputs }), ...(about !== undefined && { eventId: about }) };
    try {
      host.showStarted(await host.inOrder(() => host.press(body)));
      return true;
    } catch (error) {
      if (!isAsked) toast.error(error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      isPressed.current = false;
      // The outcome may have arrived before the response.
      host.refresh();
    }
  }
  const { run, reset, isPending, error, startedAt } = useJob(send);

  async function press(pressed: PressRequest = { id: newId() }, onSent?: () => void): Promise<void> {
    // The second click of a double click arrives before the button renders as disabled.
    if (isPressed.current) return;
    isPressed.current = true;
    if (await run(pressed)) onSent?.();
  }

  return { press, reset, isPending, error, startedAt };
}
