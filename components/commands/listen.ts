import { defer, isDeferring } from "./deferred-key";
import { areKeysEnabled } from "./keys-setting";
import { type Focus, type Pending, type Press, step, strokeOf } from "./match";
import { isApple } from "./platform";
import { commandsNow, openedNow } from "./registry";

const withoutText = new Set(["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"]);
const textRoles = '[role="textbox"], [role="searchbox"], [role="combobox"], [role="listbox"], [role="spinbutton"]';
const layers = ["dialog", "alertdialog", "menu"].map((role) => `[role="${role}"]:not([data-state="closed"])`).join(", ");

function takesText(target: EventTarget | undefined): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.closest(textRoles) !== null);
}

const hasOpenLayer = (): boolean => [...document.querySelectorAll(`${layers}, dialog[open]`)].some((layer) => layer.checkVisibility());

function focusOf(target: EventTarget | undefined): Focus {
  // A dialog that is still loading takes the keys already.
  if (openedNow() !== null || hasOpenLayer()) return "layer";
  return takesText(target) ? "text" : "page";
}

export const pressOf = (event: KeyboardEvent): Press => ({
  key: event.key,
  code: event.code,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
  altKey: event.altKey,
  altGraph: event.getModifierState("AltGraph"),
  shiftKey: event.shiftKey,
  repeat: event.repeat,
  isComposing: event.isComposing,
});

/** One listener for all commands; returns how to end it. */
export function listenToKeys(): () => void {
  let pending: Pending = null;
  let pressFirst: (() => void) | null = null;

  function onPress(press: Press, at: number, focus: Focus): boolean {
    const hasSingleKeys = focus === "page" && areKeysEnabled();
    const again = () => onPress(press, at, focusOf(document.activeElement ?? undefined));
    const stroke = hasSingleKeys && strokeOf(press, isApple());
    const isSingle = stroke && !stroke.startsWith("mod+");
    if (isSingle && isDeferring()) {
      defer(again);
      return true;
    }
    const next = step(pending, press, { at, focus, isApple: isApple(), hasSingleKeys, commands: commandsNow() });
    const begins = next.pending !== null && next.pending !== pending;
    if (isSingle && !next.command && !next.pending) {
      // The command of both keys may be the one that loads.
      if (pending && pressFirst) defer(pressFirst);
      defer(again);
    }
    if (begins) pressFirst = again;
    pending = next.pending;
    next.command?.run();
    return next.command !== undefined || begins;
  }

  function onKeyDown(event: KeyboardEvent): void {
    // A browser that fills in a form sends events without a key.
    if (event.defaultPrevented || typeof event.key !== "string") {
      pending = null;
      return;
    }
    // A browser that searches while one types would begin with this key.
    if (onPress(pressOf(event), event.timeStamp, focusOf(event.composedPath()[0]))) event.preventDefault();
  }

  window.addEventListener("keydown", onKeyDown);
  return () => window.removeEventListener("keydown", onKeyDown);
}
