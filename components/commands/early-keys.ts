import { open } from "./registry";

let typed = "";
let stop: (() => void) | undefined;

const isText = ({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean =>
  [...key].length === 1 && !ctrlKey && !metaKey && !isComposing;

function onKeyDown(event: KeyboardEvent): void {
  if (typeof event.key !== "string") return;
  if (isText(event)) typed += event.key;
  else if (event.key === "Backspace") typed = [...typed].slice(0, -1).join("");
  else if (event.key === "Escape") open(null);
  // What has the focus still must not be pressed, or a draft sent.
  else if (event.key !== "Enter") return;
  event.preventDefault();
  event.stopPropagation();
}

/** From now on keys are kept for a field that is still loading; what has the focus does not get them. Returns how to give up. */
export function keepTyping(): () => void {
  stop?.();
  typed = "";
  window.addEventListener("keydown", onKeyDown, { capture: true });
  stop = () => {
    window.removeEventListener("keydown", onKeyDown, { capture: true });
    typed = "";
    stop = undefined;
  };
  return stop;
}

/** The field is there: what was typed until now, "" for nothing. */
export function takeTyped(): string {
  const taken = typed;
  stop?.();
  return taken;
}
