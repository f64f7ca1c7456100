import { test } from "@playwright/test";
import fc from "fast-check";
import { addedCards } from "@/lib/context/events/added-cards";
import { outdated } from "@/lib/desk/panel/browser/panel-updates";
import { newId } from "@/lib/kernel/ids";
import { variablesOf } from "@/lib/platform/env";
import { decryptAdded, encryptAdded, maxAddedBytes, withAdded } from "@/lib/platform/notify/added";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";

const withKey = (key: string) => {
  runtime.env = { ...variablesOf({}), SECRET_KEY: key.repeat(64), NEXTAUTH_SECRET: "1".repeat(64) };
};
test.beforeEach(() => withKey("0"));
test.afterEach(() => {
  delete runtime.env;
});

const workspaceId = newId();
const addedOf = (text: string) => [{ chatId: newId(), item: { id: newId(), seq: 7, kind: "note", text } }];
const what = { chats: [{ id: newId(), seq: 7 }] };

test("items go between instances encrypted, and only an instance with the key of the workspace's messages reads them", () => {
  const added = addedOf("xylophone");
  const sent = encryptAdded(workspaceId, { ...what, added });
  expect(JSON.stringify(sent)).not.toContain("xylophone");
  expect(sent).not.toHaveProperty("added");
  expect(decryptAdded(workspaceId, sent)).toEqual({ ...what, added });
  expect(decryptAdded(newId(), sent)).toEqual(what);
  withKey("2");
  expect(decryptAdded(workspaceId, sent)).toEqual(what);
});

test("a notification without items, such as that of the previous version, stays as it is", () => {
  expect(encryptAdded(workspaceId, what)).toEqual(what);
  expect(decryptAdded(workspaceId, what)).toEqual(what);
  for (const text of ["", "v1.", "xylophone"]) expect(decryptAdded(workspaceId, { ...what, encrypted: text })).toEqual(what);
  // What another version sends in another form is left out.
  expect(decryptAdded(workspaceId, encryptAdded(workspaceId, { ...what, added: [{ chatId: "c", item: { id: "i", seq: 1 } }] }))).toEqual(
    what,
  );
});

test("items that are too large together are left out", () => {
  const [one = { chatId: "", item: { id: "", seq: 0 } }] = addedOf("");
  const bytes = Buffer.byteLength(JSON.stringify([one]));
  const withText = (text: string) => ({ ...one, item: Object.assign({}, one.item, { text }) });
  expect(withAdded(what, [withText("x".repeat(maxAddedBytes - bytes))])).toHaveProperty("added");
  expect(withAdded(what, [withText("x".repeat(maxAddedBytes - bytes + 1))])).toEqual(what);
  expect(withAdded(what, [withText("ä".repeat((maxAddedBytes - bytes) / 2 + 1))])).toEqual(what);
  expect(withAdded(what, [])).toEqual(what);
});

const at = "2026-11-22T10:00:00.000Z";
function recorded(level: "info" | "problem", { owner = "ada", occurredAt = at, seq = 2, properties = {} as Record<string, unknown> } = {}) {
  const job = { event: "Payment failed", level, properties };
  const chats = [{ id: `chat of ${owner}`, seq: 9, itemId: `item ${seq}`, itemSeq: seq }];
  return { job, row: { id: newId(), contactId: owner, personId: null, chats, occurredAt: new Date(occurredAt), receivedAt: new Date(at) } };
}
const seqsOf = (...all: ReturnType<typeof recorded>[]) => addedCards(all).map(({ item }) => item.seq);

test("the card of a problem is left to a fetch when something else may have closed it", () => {
  expect(seqsOf(recorded("problem"), recorded("problem", { seq: 3 }))).toEqual([2, 3]);
  expect(seqsOf(recorded("problem", { occurredAt: "2026-11-22T09:59:59.999Z" }))).toEqual([]);
  expect(seqsOf(recorded("info", { occurredAt: "2026-11-22T09:00:00.000Z" }))).toEqual([2]);
  expect(seqsOf(recorded("problem"), recorded("info", { seq: 3 }))).toEqual([3]);
  expect(seqsOf(recorded("problem"), recorded("info", { seq: 3, owner: "bob" }))).toEqual([2, 3]);
});

test("an event of nobody's chat has no card", () => {
  const one = recorded("info");
  expect(addedCards([{ ...one, row: { ...one.row, chats: [] } }])).toEqual([]);
});

test("the properties of a card have the order that the database gives them: the shorter name first, then by bytes", () => {
  function inOrder(properties: Record<string, unknown>): string[] {
    const [added] = addedCards([recorded("info", { properties })]);
    return Object.keys((added as unknown as { item: { card: { properties: object } } }).item.card.properties);
  }
  expect(inOrder({ reference: 1, amount: 2, bb: 3, ä: 4, aa: 5, z: 6 })).toEqual(["z", "aa", "bb", "ä", "amount", "reference"]);
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), (names) => {
      const properties = Object.fromEntries(names.map((name) => [`-${name}`, 1]));
      expect(inOrder(properties).toSorted()).toEqual(Object.keys(properties).toSorted());
    }),
  );
});

test("the panel finds the cards that look open and are of a solved problem", () => {
  const card = (eventId: string, closed: object | null) => ({
    id: `item of ${eventId}`,
    seq: 1,
    createdAt: at,
    kind: "card" as const,
    card: { deleted: false as const, eventId, event: "Payment failed", level: "problem" as const, properties: {}, occurredAt: at, closed },
  });
  const closed = { at, by: { kind: "agent", name: "Ada" } };
  const digest = { ...card("d", null), card: { deleted: false as const, digest: [] } };
  const items = [card("a", null), card("b", closed), card("c", null), digest] as never[];
  const solved = ["a", "b", "d"].map((id) => ({ latest: { id } })) as never[];
  expect(outdated(items, { solved })).toEqual(["item of a"]);
  expect(outdated(items, { solved: [] })).toEqual([]);
  expect(outdated(items, undefined)).toEqual([]);
});
