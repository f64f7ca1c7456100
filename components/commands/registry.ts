import { makeListeners } from "@/lib/browser/listeners";

/** What an agent can do now: by its keys, and in the palette. */
export type Command = {
  id: string;
  label: string;
  group: "chat" | "go" | "actions" | "app";
  /** "e", "shift+e", "mod+k"; "a 1" is one key after the other. */
  keys?: string;
  run: () => void;
  /** Further words that find it in the palette. */
  keywords?: string;
  isDisabled?: boolean;
};

/** `search` is the palette without commands. */
type Opened = "palette" | "search" | "keys" | null;

const slots = new Map<object, Command[]>();
const { subscribe, notify } = makeListeners();
let registered: Command[] = [];
let opened: Opened = null;

function setSlots(change: () => void): void {
  change();
  registered = [...slots.values()].flat();
  // While nothing is open, the commands are read when a key is pressed, so nothing has to render.
  if (opened !== null) notify();
}

/** `slot` identifies who registers; a later call replaces its commands and keeps its place. */
export const setCommands = (slot: object, commands: Command[]): void => setSlots(() => slots.set(slot, commands));
export const removeCommands = (slot: object): void => setSlots(() => slots.delete(slot));

/** In the order of registration. */
export const commandsNow = (): Command[] => registered;

export const openedNow = (): Opened => opened;

export function open(next: Opened): void {
  opened = next;
  notify();
}

export { subscribe };
