import { expect, test } from "@playwright/test";
import { keeper } from "@/lib/browser/draft-storage";

const place = { account: "ada", workspace: "acme", chatId: "c1" };
const written = (id: string) => ({ id, kind: "note" as const, text: `Text of ${id}`, writtenAt: "2026-03-01T10:00:00.000Z" });

function shelf() {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    clear: () => held.clear(),
    size: () => held.size,
  };
}

test("what was written comes back in its order, once for each id, until it is removed", () => {
  const storage = shelf();
  const kept = keeper(() => storage);
  for (const id of ["a", "b", "a"]) kept.add(place, written(id));
  expect(keeper(() => storage).unsent(place)).toEqual([written("b"), written("a")]);
  kept.remove(place, "b");
  kept.remove(place, "unknown");
  expect(kept.unsent(place)).toEqual([written("a")]);
  kept.remove(place, "a");
  expect(storage.size()).toBe(0);
});

test("another account, workspace or chat has nothing of it", () => {
  const storage = shelf();
  const kept = keeper(() => storage);
  kept.add(place, written("a"));
  kept.keepDraft(place, { kind: "note", text: "Half a" });
  for (const other of [{ account: "tom" }, { workspace: "other" }, { chatId: "c2" }]) {
    expect(kept.unsent({ ...place, ...other })).toEqual([]);
    expect(kept.draft({ ...place, ...other })).toEqual({ kind: "message", text: "" });
  }
  expect(kept.draft(place)).toEqual({ kind: "note", text: "Half a" });
});

test("forgetting leaves nothing, and an empty draft is not kept", () => {
  const storage = shelf();
  const kept = keeper(() => storage);
  kept.keepDraft(place, { kind: "message", text: "Half a" });
  kept.keepDraft(place, { kind: "message", text: "" });
  expect(storage.size()).toBe(0);
  kept.add(place, written("a"));
  kept.keepDraft(place, { kind: "message", text: "Half a" });
  kept.forget();
  expect(storage.size()).toBe(0);
});

test("storage that is full, blocked or holds something else is as good as empty", () => {
  const refuse = () => {
    throw new DOMException("No.", "QuotaExceededError");
  };
  const full = { ...shelf(), setItem: refuse };
  const foreign = { ...shelf(), getItem: () => '[{"id":1}]' };
  for (const storage of [() => full, () => foreign, refuse]) {
    const kept = keeper(storage);
    kept.keepDraft(place, { kind: "note", text: "Half a" });
    kept.add(place, written("a"));
    kept.remove(place, "a");
    kept.forget();
    expect(kept.unsent(place)).toEqual([]);
    expect(kept.draft(place)).toEqual({ kind: "message", text: "" });
  }
});
