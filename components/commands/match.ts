import type { Command } from "./registry";

/** The press of a key, as far as commands depend on it. */
export type Press = {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** On some systems AltGr is a modifier of its own, on others Ctrl and Alt together. */
  altGraph: boolean;
  shiftKey: boolean;
  repeat: boolean;
  isComposing: boolean;
};

/** Where the focus is: in a text field, in an open dialog or menu, or elsewhere on the page. */
export type Focus = "page" | "text" | "layer";

/** The first key of two, and when it was pressed. */
export type Pending = { stroke: string; at: number } | null;

type Situation = { at: number; focus: Focus; isApple: boolean; hasSingleKeys: boolean; commands: readonly Command[] };
export type Step = { pending: Pending; command?: Command };

export const sequenceMs = 1_200;

const isLetter = /^\p{L}$/u;
const isLatin = /^\p{Script=Latin}$/u;

/** A keyboard of another script names its letters by where they are on the keyboard. */
function characterOf({ key, code }: Press): string {
  const character = key.toLowerCase();
  if (!isLetter.test(character) || isLatin.test(character)) return character;
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? character;
}

/** "e", "shift+e", "mod+k", "?"; undefined for what can be no command. */
export function strokeOf(press: Press, isApple: boolean): string | undefined {
  const { key, ctrlKey, metaKey, altKey, altGraph, shiftKey, repeat, isComposing } = press;
  if (repeat || isComposing || altKey || altGraph || [...key].length !== 1 || key === " ") return undefined;
  const [mod, other] = isApple ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (other) return undefined;
  const character = characterOf(press);
  // Shift is a part of "?" and, on some keyboards, of digits.
  const shift = shiftKey && isLetter.test(character) ? "shift+" : "";
  return `${mod ? "mod+" : ""}${shift}${character}`;
}

/** Which command a key runs, and whether it is the first of two. Of commands with the same keys the latest counts. */
export function step(pending: Pending, press: Press, { at, focus, isApple, hasSingleKeys, commands }: Situation): Step {
  // Shift comes before "?" or a digit, also as the second key.
  if (press.key === "Shift") return { pending };
  const stroke = strokeOf(press, isApple);
  if (stroke === undefined) return { pending: null };
  const isMod = stroke.startsWith("mod+");
  if (isMod ? focus === "layer" : focus !== "page" || !hasSingleKeys) return { pending: null };
  const isSecond = !isMod && pending !== null && at - pending.at <= sequenceMs;
  const keys = isSecond ? `${pending.stroke} ${stroke}` : stroke;
  const command = commands.findLast((one) => one.keys === keys);
  if (command) return command.isDisabled ? { pending: null } : { pending: null, command };
  // A second key without a command does nothing, rather than what it does alone.
  const isFirst = !isSecond && commands.some((one) => !one.isDisabled && one.keys?.startsWith(`${keys} `));
  return { pending: isFirst ? { stroke: keys, at } : null };
}
