import { test } from "@playwright/test";
import fc from "fast-check";
import { type Focus, type Pending, type Press, type Step, sequenceMs, step, strokeOf } from "@/components/commands/match";
import type { Command } from "@/components/commands/registry";
import { expect } from "../../support/expect";

const bare: Press = {
  key: "",
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  altGraph: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
};
const press = (key: string, held: Partial<Press> = {}): Press => ({ ...bare, key, ...held });

const command = (keys: string, more: Partial<Command> = {}): Command => ({
  id: keys,
  label: keys,
  group: "chat",
  keys,
  run: () => {},
  ...more,
});
const commands = ["r", "e", "shift+e", "a 1", "a 2", "g c", "/", "?", "c", "mod+k"].map((keys) => command(keys));

type Options = { pending?: Pending; at?: number; focus?: Focus; isApple?: boolean; hasSingleKeys?: boolean; commands?: Command[] };
const after = (one: Press, { pending = null, ...options }: Options = {}): Step =>
  step(pending, one, { at: 0, focus: "page", isApple: false, hasSingleKeys: true, commands, ...options });
const ranBy = (one: Press, options?: Options) => after(one, options).command?.keys;

test("a key runs its command, with Shift another one", () => {
  expect(ranBy(press("r"))).toBe("r");
  expect(ranBy(press("e"))).toBe("e");
  expect(ranBy(press("E", { shiftKey: true }))).toBe("shift+e");
  expect(ranBy(press("x"))).toBeUndefined();
});

test("Caps Lock changes nothing", () => {
  expect(ranBy(press("E"))).toBe("e");
  expect(ranBy(press("e", { shiftKey: true }))).toBe("shift+e");
});

test("Shift is a part of a character, whatever the keyboard needs it for", () => {
  expect(ranBy(press("?", { shiftKey: true }))).toBe("?");
  expect(ranBy(press("/", { shiftKey: true }))).toBe("/");
  const first = after(press("a"));
  const shift = after(press("Shift", { shiftKey: true }), first);
  expect(ranBy(press("1", { shiftKey: true }), shift)).toBe("a 1");
});

test("a keyboard of another script names letters by where they are", () => {
  expect(ranBy(press("к", { code: "KeyR" }))).toBe("r");
  expect(ranBy(press("л", { code: "KeyK", ctrlKey: true }))).toBe("mod+k");
  // A Latin letter is what it says, wherever it is.
  expect(ranBy(press("e", { code: "KeyD" }))).toBe("e");
  expect(ranBy(press("é", { code: "KeyE" }))).toBeUndefined();
});

test("two keys run a command within 1.2 seconds", () => {
  const first = after(press("a"), { at: 1_000 });
  expect(first.command).toBeUndefined();
  expect(ranBy(press("2"), { pending: first.pending, at: 1_000 + sequenceMs })).toBe("a 2");
  expect(ranBy(press("2"), { pending: first.pending, at: 1_001 + sequenceMs })).toBeUndefined();
  expect(ranBy(press("c"), { pending: first.pending, at: 1_001 + sequenceMs })).toBe("c");
});

test("a second key without a command does nothing, and ends the sequence", () => {
  const first = after(press("g"));
  const second = after(press("e"), first);
  expect(second).toEqual({ pending: null });
  expect(ranBy(press("e"), second)).toBe("e");
});

test("a sequence ends in a text field, by another key, and never holds back Ctrl with K", () => {
  const first = after(press("g"));
  const typed = after(press("x"), { ...first, focus: "text" });
  expect(typed.pending).toBeNull();
  expect(after(press("Escape"), first).pending).toBeNull();
  expect(ranBy(press("k", { ctrlKey: true }), first)).toBe("mod+k");
});

test("the latest command has the keys, also when it is disabled", () => {
  const run = () => {};
  expect(after(press("e"), { commands: [command("e"), command("e", { id: "later", run })] }).command?.id).toBe("later");
  expect(after(press("e"), { commands: [command("e"), command("e", { isDisabled: true })] }).command).toBeUndefined();
  expect(after(press("a"), { commands: [command("a 1", { isDisabled: true })] }).pending).toBeNull();
});

test("Ctrl with K opens the palette in text fields and with the single keys off, but not over a dialog or menu", () => {
  const ctrlK = press("k", { ctrlKey: true });
  expect(ranBy(ctrlK, { focus: "text", hasSingleKeys: false })).toBe("mod+k");
  expect(ranBy(ctrlK, { focus: "layer" })).toBeUndefined();
  // On a Mac, Ctrl with K deletes to the end of the line.
  expect(ranBy(ctrlK, { isApple: true })).toBeUndefined();
  expect(ranBy(press("k", { metaKey: true }), { isApple: true })).toBe("mod+k");
});

test("single keys do nothing in text fields, in dialogs and menus, and when they are off", () => {
  for (const options of [{ focus: "text" }, { focus: "layer" }, { hasSingleKeys: false }] as const) {
    for (const key of ["r", "e", "a", "g", "/", "?"]) expect(after(press(key), options)).toEqual({ pending: null });
  }
});

const character = fc.oneof(fc.constantFrom(..."reagc/?12kłąęśżźćńóŁĄ"), fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }));
const flags = fc.record({
  ctrlKey: fc.boolean(),
  metaKey: fc.boolean(),
  altKey: fc.boolean(),
  altGraph: fc.boolean(),
  shiftKey: fc.boolean(),
  repeat: fc.boolean(),
  isComposing: fc.boolean(),
});
const anyPress = fc
  .tuple(character, flags, fc.constantFrom("", "KeyR", "KeyE", "KeyA", "KeyL", "Digit1"))
  .map(([key, held, code]): Press => ({ key, code, ...held }));
const anyFocus = fc.constantFrom<Focus>("page", "text", "layer");

test("no single key runs a command with a modifier, on repeat or while an input method composes", () =>
  fc.assert(
    fc.property(anyPress, anyFocus, fc.boolean(), fc.boolean(), (one, focus, isApple, isSecond) => {
      const pending = isSecond ? { stroke: "a", at: 0 } : null;
      const { command: ran, pending: next } = after(one, { pending, focus, isApple });
      const isHeld = one.ctrlKey || one.metaKey || one.altKey || one.altGraph || one.repeat || one.isComposing;
      if (isHeld) {
        expect(next).toBeNull();
        expect([undefined, "mod+k"]).toContain(ran?.keys);
      }
      if (ran?.keys?.startsWith("shift+")) expect(one.shiftKey).toBe(true);
      if (focus !== "page") expect([undefined, "mod+k"]).toContain(ran?.keys);
    }),
  ));

test("letters written with Alt or AltGr, such as Polish ones, are never taken", () =>
  fc.assert(
    fc.property(anyPress, fc.constantFrom("altKey", "altGraph"), anyFocus, fc.boolean(), (one, held, focus, isApple) => {
      const written = { ...one, [held]: true };
      expect(strokeOf(written, isApple)).toBeUndefined();
      expect(after(written, { focus, isApple })).toEqual({ pending: null });
    }),
  ));
