import { answer, chatsIn, idsIn } from "../../support/chat-work";
import { expect, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { recordEvent } from "../helpers";

const phoneOf = (at: number) => `4479110020${String(at).padStart(2, "0")}`;

test("in Unassigned, customers who wait and have an open problem come first, page by page, when that is asked for", async ({ ada }) => {
  const owner = await ada.signIn();
  const chats: string[] = [];
  for (let at = 0; at < 40; at += 1) chats.push((await ada.sendMessage({ channel: "whatsapp", phone: phoneOf(at) })).chatId);
  const withProblem = Array.from({ length: 33 }, (_, at) => at);
  for (const at of withProblem) await recordEvent(ada, { phone: phoneOf(at), event: "Payment failed" });
  // An answered one does not wait, whoever has the chat.
  await answer(owner, chats[0] ?? "");
  await owner.call("POST", `/chats/${chats[0]}/assignee`, { accountId: null });

  const pages: string[] = [];
  for (let query: string | null = ""; query !== null; ) {
    const page = await chatsIn(owner, `?view=unassigned&sort=problems${query}`);
    pages.push(...page.items.map(({ id }) => id));
    expect(page.counts.unassigned).toBe(40);
    query = page.next && `&cursor=${encodeURIComponent(page.next)}`;
  }
  expect(new Set(pages)).toEqual(new Set(chats));
  expect(pages).toHaveLength(40);
  expect(new Set(pages.slice(0, 32))).toEqual(new Set(chats.slice(1, 33)));
  const byIds = await chatsIn(owner, `?view=unassigned&sort=problems&ids=${[chats[0], chats[5], chats[39]].join(",")}`);
  expect(byIds.items.map(({ id, isFirst }) => [id, isFirst])).toEqual([
    [chats[5], true],
    [chats[0], undefined],
    [chats[39], undefined],
  ]);
  expect(await owner.call("GET", "/chats?view=unassigned&sort=oldest")).toMatchObject(errorReply(400, "invalid_request", /^sort /));
  // Other views have their own order.
  expect(await idsIn(owner, "?view=open&sort=problems")).toEqual(await idsIn(owner, "?view=open"));
});
