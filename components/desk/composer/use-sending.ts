import type { Announcer } from "@/components/desk/presence/announcer";
import { type ClosedBySending, type DoneWithIt, useClosing } from "@/components/desk/shared/closing";
import { goesOn } from "@/components/desk/shared/goes-on";
import { useLive } from "@/components/desk/shared/live";
import type { Draft, DraftKey } from "@/lib/chats/browser/draft-storage";
import { newId } from "@/lib/kernel/ids";
import { staysInField, type Then } from "./sending";

type Options = {
  kind: Draft["kind"];
  messages: readonly Omit<Draft, "kind">[];
  canSend: boolean;
  announcer: Announcer;
  change: (next: (draft: Draft) => Draft) => void;
  focus: () => void;
  /** Opens the next chat. */
  onLeave: () => void;
  onClosing: () => ClosedBySending | undefined;
};

/** A button that sent is disabled, and a disabled one swallows keys. */
export const blur = () => document.activeElement instanceof HTMLElement && document.activeElement.blur();

/** Sends the messages of a draft, which appear in the timeline at once, and empties the field. */
export function useSending(key: DraftKey, { kind, messages, canSend, announcer, change, focus, onLeave, onClosing }: Options) {
  const { live } = useLive();
  const closing = useClosing();

  function clear() {
    announcer.endTyping();
    // What belongs to a reply waits while a note is written.
    change(({ mentions: _, ...now }) => (kind === "note" ? { ...now, text: "" } : { kind, text: "" }));
  }

  function sendNow(then: Then, also?: DoneWithIt) {
    const leaves = then === "next" || (then === "close" && goesOn.read());
    for (const [at, message] of messages.entries()) {
      const closes = then === "close" && at === messages.length - 1;
      const written = { ...message, id: newId(), kind, writtenAt: new Date().toISOString(), ...(closes && { closes }) };
      if (!closes) live.send(key, written);
      else {
        const stay = live.send(key, written, (isClosed) => onEnd?.(isClosed));
        const onEnd = onClosing()?.(leaves, stay, also);
      }
    }
    clear();
    // The next key is a command again, unless the member goes on writing; a screen keyboard stays where it is.
    if (then === "stay" && (staysInField.read() || matchMedia("(pointer: coarse)").matches)) focus();
    else blur();
    if (leaves) onLeave();
  }

  function send(then: Then) {
    if (!canSend) return;
    if (then === "close") closing((also) => sendNow(then, also));
    else sendNow(then);
  }

  return { send, clear };
}
