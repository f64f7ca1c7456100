import { test } from "@playwright/test";
import { draftStorage } from "@/lib/chats/browser/draft-storage";
import { expect } from "../../support/expect";

const scope = { account: "ada", workspace: "acme", chatId: "c1" };
const message = (id: string) => ({ id, kind: "note" as const, text: `Text of ${id}`, writtenAt: "2026-03-01T10:00:00.000Z" });

function memoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
    size: () => values.size,
  };
}

test("returns unsent messages in order, once for each id, until they are removed", () => {
  const storage = memoryStorage();
  const drafts = draftStorage(() => storage);
  for (const id of ["a", "b", "a"]) drafts.add(scope, message(id));
  expect(draftStorage(() => storage).unsent(scope)).toEqual([message("b"), message("a")]);
  drafts.remove(scope, "b");
  drafts.remove(scope, "unknown");
  expect(drafts.unsent(scope)).toEqual([message("a")]);
  drafts.remove(scope, "a");
  expect(storage.size()).toBe(0);
});

test("separates messages and drafts by account, workspace and chat", () => {
  const storage = memoryStorage();
  const drafts = draftStorage(() => storage);
  drafts.add(scope, message("a"));
  drafts.saveDraft(scope, { kind: "note", text: "Half a" });
  for (const other of [{ account: "tom" }, { workspace: "other" }, { chatId: "c2" }]) {
    expect(drafts.unsent({ ...scope, ...other })).toEqual([]);
    expect(drafts.draft({ ...scope, ...other })).toEqual({ kind: "message", text: "" });
  }
  expect(drafts.draft(scope)).toEqual({ kind: "note", text: "Half a" });
});

test("an empty draft is not stored", () => {
  const storage = memoryStorage();
  const drafts = draftStorage(() => storage);
  drafts.saveDraft(scope, { kind: "message", text: "Half a" });
  drafts.saveDraft(scope, { kind: "message", text: "" });
  expect(storage.size()).toBe(0);
});

test("treats storage that is full, blocked or malformed as empty", () => {
  const throwQuotaError = () => {
    throw new DOMException("No.", "QuotaExceededError");
  };
  const full = { ...memoryStorage(), setItem: throwQuotaError };
  const foreign = { ...memoryStorage(), getItem: () => '[{"id":1}]' };
  for (const storage of [() => full, () => foreign, throwQuotaError]) {
    const drafts = draftStorage(storage);
    drafts.saveDraft(scope, { kind: "note", text: "Half a" });
    drafts.add(scope, message("a"));
    drafts.remove(scope, "a");
    expect(drafts.unsent(scope)).toEqual([]);
    expect(drafts.draft(scope)).toEqual({ kind: "message", text: "" });
  }
});

test("stores the files and the quoted message of a draft and of an unsent message", () => {
  const storage = memoryStorage();
  const drafts = draftStorage(() => storage);
  const attachments = [{ id: "f1", name: "photo.png", type: "image/png", bytes: 70 }];
  const replyTo = { id: "m1", text: "Hello" };
  for (const draft of [
    { kind: "message" as const, text: "", attachments },
    { kind: "message" as const, text: "", replyTo },
  ]) {
    drafts.saveDraft(scope, draft);
    expect(drafts.draft(scope)).toEqual(draft);
  }
  drafts.saveDraft(scope, { kind: "message", text: "", attachments: [] });
  const unsent = { ...message("a"), kind: "message" as const, attachments, replyTo };
  drafts.add(scope, unsent);
  expect(drafts.unsent(scope)).toEqual([unsent]);
  drafts.remove(scope, "a");
  expect(storage.size()).toBe(0);
});

test("a draft or a message that another version stored in another shape counts as none", () => {
  const storage = memoryStorage();
  const drafts = draftStorage(() => storage);
  const draft = { kind: "message" as const, text: "Half a", mentions: [{ id: "m1", name: "Ada" }] };
  const stored = (value: object) => {
    drafts.saveDraft(scope, value as typeof draft);
    return drafts.draft(scope);
  };
  expect(stored(draft)).toEqual(draft);
  for (const wrong of [{ kind: "letter" }, { text: 1 }, { attachments: [{ id: "f1" }] }, { attachments: {} }, { replyTo: "m1" }])
    expect(stored({ ...draft, ...wrong }), JSON.stringify(wrong)).toEqual({ kind: "message", text: "" });
  for (const wrong of [{ writtenAt: "yesterday" }, { writtenAt: undefined }, { id: 1 }, { mentions: [{ id: "m1" }] }]) {
    drafts.add(scope, { ...message("a"), ...wrong } as ReturnType<typeof message>);
    expect(drafts.unsent(scope), JSON.stringify(wrong)).toEqual([]);
  }
});
