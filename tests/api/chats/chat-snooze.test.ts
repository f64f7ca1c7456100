import { answer, changesOf, chatsIn, idsIn, inAnHour, setStatus, snooze, summaryOf } from "../../support/chat-work";
import { customer } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { panelOf, recordEvent } from "../helpers";

const dayMs = 24 * 60 * 60 * 1000;

test("puts a chat away until a time, and takes it back", async ({ ada }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage(customer);
  const until = inAnHour();
  for (const _ of [1, 2])
    expect(await snooze(owner, chatId, until)).toMatchObject({ status: 200, body: { snoozedUntil: until.toISOString() } });
  expect(await chatsIn(owner)).toMatchObject({ items: [], counts: { unassigned: 0 } });
  expect(await idsIn(owner, "?view=snoozed")).toEqual([chatId]);
  expect(await summaryOf(owner, chatId)).toMatchObject({ snoozedUntil: until.toISOString(), status: "open" });
  expect((await panelOf(owner, chatId)).chat).toMatchObject({ snoozedUntil: until.toISOString() });
  expect(await snooze(owner, chatId, null)).toMatchObject({ status: 200, body: { snoozedUntil: null } });
  expect(await idsIn(owner)).toEqual([chatId]);
  expect(await changesOf(owner, chatId)).toEqual([
    { by: "Olga Owner", what: "snoozed", until: until.toISOString() },
    { by: "Olga Owner", what: "woke" },
  ]);
});

test("rejects a time in the past and one too far away, and says which is accepted", async ({ ada }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage(customer);
  for (const ms of [-1_000, 90 * dayMs + 60_000]) {
    const reply = await snooze(owner, chatId, new Date(Date.now() + ms));
    expect(reply).toMatchObject(
      errorReply(400, "invalid_request", /^until must be a time in the future and not after \d{4}-.*90 days; or null\.$/),
    );
  }
  for (const until of ["tomorrow", "2026-11-21", 5, undefined]) {
    const reply = await owner.call("POST", `/chats/${chatId}/snooze`, { until });
    expect(reply).toMatchObject(errorReply(400, "invalid_request", /^until must be a time such as /));
  }
  expect((await snooze(owner, chatId, new Date(Date.now() + 89 * dayMs))).status).toBe(200);
});

test("a message of the customer ends a snooze; an event, a note and an answer do not", async ({ ada }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage(customer);
  await snooze(owner, chatId, inAnHour());
  await recordEvent(ada, { phone: customer.phone, event: "Payment failed" });
  await answer(owner, chatId, "Later", "note");
  await answer(owner, chatId, "We look into it tomorrow.");
  expect(await idsIn(owner, "?view=snoozed")).toEqual([chatId]);
  await ada.sendMessage(customer, "And?");
  expect(await idsIn(owner, "?view=snoozed")).toEqual([]);
  expect(await summaryOf(owner, chatId)).toMatchObject({ snoozedUntil: null, unread: 1 });
  // The message says it.
  expect((await changesOf(owner, chatId)).map(({ what }) => what)).toEqual(["snoozed"]);
});

test("closing ends a snooze, and a closed chat cannot be snoozed", async ({ ada }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage(customer);
  await snooze(owner, chatId, inAnHour());
  await setStatus(owner, chatId, "closed");
  expect(await idsIn(owner, "?view=snoozed")).toEqual([]);
  expect(await snooze(owner, chatId, inAnHour())).toMatchObject(errorReply(409, "conflict", /closed/));
  expect((await snooze(owner, chatId, null)).status).toBe(200);
  await setStatus(owner, chatId, "open");
  expect(await summaryOf(owner, chatId)).toMatchObject({ status: "open", snoozedUntil: null });
});

test("brings a chat back at its time, at the top, with one trace", async ({ ada }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage(customer);
  await snooze(owner, chatId, new Date(Date.now() + 5_000));
  const newer = await ada.sendMessage({ channel: "website", visitorId: "v_1" });
  expect(await idsIn(owner)).toEqual([newer.chatId]);
  // From its time on, also before the sweep has found it.
  await expect.poll(async () => (await idsIn(owner)).includes(chatId), { timeout: 20_000 }).toBe(true);
  expect(await idsIn(owner, "?view=snoozed")).toEqual([]);
  const woken = async () => (await changesOf(owner, chatId)).map(({ what, by }) => [what, by]);
  await expect.poll(woken, { timeout: 20_000 }).toEqual([
    ["snoozed", "Olga Owner"],
    ["woke", null],
  ]);
  expect(await idsIn(owner)).toEqual([chatId, newer.chatId]);
  expect(await summaryOf(owner, chatId)).toMatchObject({ snoozedUntil: null, preview: { kind: "message" } });
});
