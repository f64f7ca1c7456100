import { expect, test } from "@playwright/test";
import { defaults, preferencesOf } from "@/lib/domain/notifications/browser/preferences";

/** What an account's browser stored. */
function storing(stored: string | null): void {
  Object.assign(globalThis, { localStorage: { getItem: () => stored } });
}

test.afterEach(() => {
  Reflect.deleteProperty(globalThis, "localStorage");
});

test("what was chosen is read, the same object until it changes", () => {
  storing('{"desktop":true,"sound":false,"kinds":["mention","unassigned"]}');
  const chosen = preferencesOf("ada");
  expect(chosen).toEqual({ desktop: true, sound: false, kinds: expect.arrayContaining(["mention", "unassigned"]) });
  expect(preferencesOf("ada")).toBe(chosen);
  storing('{"desktop":true,"sound":true,"kinds":[]}');
  expect(preferencesOf("ada")).toEqual({ desktop: true, sound: true, kinds: [] });
});

test("a kind of another version is left out, and another shape counts as nothing chosen", () => {
  storing('{"desktop":true,"sound":true,"kinds":["problem","birthday"]}');
  expect(preferencesOf("bob")).toEqual({ desktop: true, sound: true, kinds: ["problem"] });
  for (const stored of [null, "", "{", "null", "[]", '{"desktop":true}', '{"desktop":1,"sound":true,"kinds":[]}']) {
    storing(stored);
    expect(preferencesOf("bob"), String(stored)).toEqual(defaults);
  }
});
