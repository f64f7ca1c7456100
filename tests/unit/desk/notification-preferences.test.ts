import { test } from "@playwright/test";
import { defaults, preferencesOf } from "@/lib/desk/notifications/browser/preferences";
import { expect } from "../../support/expect";

/** What an account's browser stored. */
function storing(stored: string | null): void {
  Object.assign(globalThis, { localStorage: { getItem: () => stored } });
}

/** Also what an earlier version did not store. */
const off = { desktop: false, sound: false, push: false, pushText: false };

test.afterEach(() => {
  Reflect.deleteProperty(globalThis, "localStorage");
});

test("what was chosen is read, the same object until it changes", () => {
  storing('{"desktop":true,"sound":false,"kinds":["mention","unassigned"]}');
  const chosen = preferencesOf("ada");
  expect(chosen).toEqual({ ...off, desktop: true, kinds: expect.arrayContaining(["mention", "unassigned"]) });
  expect(preferencesOf("ada")).toBe(chosen);
  storing('{"desktop":true,"sound":true,"kinds":[]}');
  expect(preferencesOf("ada")).toEqual({ ...off, desktop: true, sound: true, kinds: [] });
});

test("a kind of another version is left out, and another shape counts as nothing chosen", () => {
  storing('{"desktop":true,"sound":true,"kinds":["problem","birthday"]}');
  expect(preferencesOf("bob")).toEqual({ ...off, desktop: true, sound: true, kinds: ["problem"] });
  for (const stored of [null, "", "{", "null", "[]", '{"desktop":true}', '{"desktop":1,"sound":true,"kinds":[]}']) {
    storing(stored);
    expect(preferencesOf("bob"), String(stored)).toEqual(defaults);
  }
});
