import { test } from "@playwright/test";
import fc from "fast-check";
import { changedChats } from "@/lib/desk/notifications/browser/changed-chats";
import { listNotifications } from "@/lib/desk/notifications/contract";
import { newId } from "@/lib/kernel/ids";
import { expect } from "../../support/expect";

const nothing = () => undefined;

test("a chat is asked about from where it was known, and of an unknown one only the last item", () => {
  const changed = changedChats();
  changed.add([{ id: "a", seq: 7 }], nothing);
  changed.add([{ id: "b", seq: 9 }], (id) => (id === "b" ? 4 : undefined));
  expect(changed.take()).toBe("a:6,b:4");
  expect(changed.isEmpty()).toBe(true);
  changed.add([{ id: "a", seq: 8 }], nothing);
  changed.add([{ id: "a", seq: 11 }], nothing);
  expect(changed.take()).toBe("a:7");
});

test("what is known already is no news: not another notification of the same item, nor one that comes late", () => {
  const changed = changedChats();
  changed.add([{ id: "a", seq: 7 }], () => 7);
  expect(changed.isEmpty()).toBe(true);
  changed.add([{ id: "a", seq: 8 }], nothing);
  changed.take();
  changed.add([{ id: "a", seq: 8 }], nothing);
  changed.add([{ id: "a", seq: 3 }], nothing);
  expect(changed.isEmpty()).toBe(true);
});

test("every item is asked about once, and never more chats than the endpoint takes", () => {
  const ids = Array.from({ length: 70 }, () => newId());
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(69), fc.integer({ min: 1, max: 9 })), { maxLength: 200 }), (changes) => {
      const changed = changedChats();
      for (const [index, seq] of changes) changed.add([{ id: ids[index] ?? "", seq }], () => 0);
      const chats = changed.take();
      const { query } = listNotifications;
      const asked = query.parse({ chats, kinds: "message" }).chats;
      expect(asked).toHaveLength(Math.min(50, new Set(changes.map(([index]) => index)).size));
      expect(asked.every(([, known]) => known === 0)).toBe(true);
    }),
  );
});
