import { test } from "@playwright/test";
import { presenceMs, presences } from "@/lib/chats/browser/store/presence";
import { expect } from "../../support/expect";

const me = "account-me";
const tom = { chatId: "chat", accountId: "account-tom", name: "Tom Ray", state: "looking" } as const;
const mia = { chatId: "chat", accountId: "account-mia", name: "Mia Berg", state: "replying" } as const;

function setUp() {
  let now = 0;
  let changes = 0;
  const store = presences(() => now);
  store.subscribe(() => {
    changes += 1;
  });
  const pass = (ms: number) => {
    now += ms;
    store.expire();
  };
  return { store, pass, changes: () => changes };
}

test("shows colleagues in a chat, without oneself", () => {
  const { store } = setUp();
  store.receive([tom, { ...tom, accountId: me, name: "Me" }, { ...mia, chatId: "other" }], me);
  expect(store.of("chat")).toEqual([{ accountId: tom.accountId, name: "Tom Ray", state: "looking" }]);
  expect(store.of("other")).toHaveLength(1);
  expect(store.of("none")).toEqual([]);
});

test("a colleague who left, or announced nothing for 30 seconds, is gone", () => {
  const { store, pass } = setUp();
  store.receive([tom, mia], me);
  store.receive([{ ...mia, state: "left" }], me);
  expect(store.of("chat").map(({ name }) => name)).toEqual(["Tom Ray"]);
  pass(presenceMs - 1);
  expect(store.of("chat")).toHaveLength(1);
  store.receive([tom], me);
  pass(presenceMs - 1);
  expect(store.of("chat")).toHaveLength(1);
  pass(1);
  expect(store.of("chat")).toEqual([]);
});

test("a renewal changes nothing, so that nothing is rendered or announced again", () => {
  const { store, changes } = setUp();
  store.receive([tom], me);
  const before = store.of("chat");
  store.receive([tom], me);
  expect(store.of("chat")).toBe(before);
  expect(changes()).toBe(1);
  store.receive([{ ...tom, state: "replying" }], me);
  expect(store.of("chat")).toEqual([{ accountId: tom.accountId, name: "Tom Ray", state: "replying" }]);
  expect(changes()).toBe(2);
});
