import type { KeyboardEvent } from "react";
import { storedSwitch } from "@/lib/browser/stored-switch";
import type { Draft, DraftKey } from "@/lib/chats/browser/draft-storage";

/** Whether Enter sends; without it, Enter begins a new line. */
export const enterSends = storedSwitch("beside.enterSends", false);
/** Whether the field keeps the focus after a message was sent. */
export const staysInField = storedSwitch("beside.staysInField", false);

/** What can be sent later, from which field, and what follows. A note cannot: it is for now. */
export type Later = { key: DraftKey; isNote: boolean; messages: readonly Omit<Draft, "kind">[]; onDone: () => void };

/** Follows the sending: nothing, closing the chat, or opening the next one. */
export type Then = "stay" | "close" | "next";

/** Safari reports the Enter that ends a composition of letters after the composition, with this code. */
const composingCode = 229;

/** What a key in the field sends. Enter that ends a composition sends nothing. */
export function sentBy({ key, ctrlKey, metaKey, shiftKey, altKey, nativeEvent }: KeyboardEvent): Then | undefined {
  if (key !== "Enter" || nativeEvent.isComposing || nativeEvent.keyCode === composingCode) return undefined;
  if (!ctrlKey && !metaKey) return enterSends.read() && !shiftKey && !altKey ? "stay" : undefined;
  return shiftKey ? "close" : altKey ? "next" : "stay";
}
