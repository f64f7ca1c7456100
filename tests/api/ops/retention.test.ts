import type { listChats } from "@/lib/chats/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { pressAndWait, setOptions } from "../../support/buttons";
import { newDesk } from "../../support/desk";
import { expect, newTeam, type Session, signIn, teamAt, test } from "../../support/fixtures";
import { type Running, startServer } from "../../support/server";
import { cardsOf, getContact, itemsOf, panelOf, putContact, recordEvent, whatsapp } from "../helpers";
import { setHandled } from "../problem-helpers";

const dayMs = 24 * 60 * 60 * 1000;

const later = (dataDir: string, days: number) =>
  startServer({
    dataDir,
    env: { DEMO: "1", TRUSTED_PROXIES: "1", CLOCK_AHEAD_MS: String(days * dayMs) },
    nodeArgs: ["--import", "./tests/support/clock.mjs"],
  });

/** The chats that the list shows with an open problem. */
async function problemsOf(session: Session): Promise<string[]> {
  const { items, counts } = (await session.call("GET", "/chats?view=problems")).body as ReplyOf<typeof listChats>;
  expect(counts.problems).toBe(items.length);
  return items.filter(({ openProblems }) => openProblems > 0).map(({ id }) => id);
}

const outcomesOf = async (session: Session, chatId: string) =>
  (await itemsOf(session, chatId)).flatMap((item) => (item.kind === "action" ? [item.outcome] : []));

test("deletes events after the period that the owner chose, not earlier, and keeps another workspace's", {
  tag: ["@embedded", "@slow"],
}, async ({ receiver }) => {
  const first = await startServer({ env: { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin } });
  const [ada, bob] = [await newTeam(first), await newTeam(first)];
  await putContact(ada, "user_1", { phone: whatsapp.phone });
  const desk = await newDesk(ada, receiver, whatsapp);
  const { chatId } = desk;
  const { id: eventId } = await recordEvent(ada, { event: "Payment failed", userId: "user_1" });
  await setOptions(desk, { onProblemCards: true });
  expect((await pressAndWait(desk, { eventId })).outcome).toMatchObject({ eventId, about: { event: "Payment failed" } });
  const other = await ada.sendMessage({ ...whatsapp, phone: "447911000009" });
  await recordEvent(ada, { event: "Payment failed", phone: "447911000009" });
  await recordEvent(bob, { event: "Payment failed", userId: "user_1" });
  // More than one batch of the deletion.
  await Promise.all(Array.from({ length: 250 }, (_, n) => recordEvent(ada, { userId: `user_${2 + (n % 8)}` })));
  const owner = await ada.signIn();
  const [handled] = (await panelOf(owner, other.chatId)).problems;
  expect((await setHandled(owner, other.chatId, handled?.id ?? "")).status).toBe(200);
  expect((await setHandled(owner, other.chatId, handled?.id ?? "", false)).status).toBe(200);
  expect(await owner.call("PUT", "/retention", { eventsKeptDays: 90 })).toMatchObject({ status: 200, body: { eventsKeptDays: 90 } });
  expect(await first.stop()).toBe(0);

  const second = await later(first.dataDir, 89);
  const then = teamAt(second, ada);
  expect((await getContact(then, "user_1")).events).toHaveLength(1);
  expect((await getContact(then, "user_2")).events).toHaveLength(20);
  const agent = await then.signIn();
  expect(await cardsOf(agent, chatId)).toMatchObject([{ event: "Payment failed" }]);
  expect((await problemsOf(agent)).sort()).toEqual([chatId, other.chatId].sort());
  expect(await outcomesOf(agent, chatId)).toMatchObject([{ eventId, about: { event: "Payment failed" } }]);
  const young = await recordEvent(then, { event: "Charge failed", userId: "user_1" });
  expect(await second.stop()).toBe(0);

  const third = await later(first.dataDir, 91);
  const now = teamAt(third, ada);
  await expect.poll(async () => (await getContact(now, "user_1")).events.map(({ id }) => id), { timeout: 20_000 }).toEqual([young.id]);
  for (let n = 2; n < 10; n += 1) await expect.poll(async () => (await getContact(now, `user_${n}`)).events).toEqual([]);
  const session = await now.signIn();
  expect(await cardsOf(session, chatId)).toMatchObject([{ deleted: true }]);
  const [outcome, ...others] = await outcomesOf(session, chatId);
  expect([outcome?.state, others]).toEqual(["succeeded", []]);
  for (const name of ["inputs", "about", "eventId"]) expect(outcome).not.toHaveProperty(name);
  await expect.poll(async () => JSON.stringify(await itemsOf(session, other.chatId))).not.toContain("Payment failed");
  expect((await panelOf(session, chatId)).problems).toMatchObject([{ latest: { id: young.id } }]);
  // The young event has no card, because no chat was active; its problem is open nevertheless.
  await expect.poll(() => problemsOf(session)).toEqual([chatId]);
  expect((await getContact(teamAt(third, bob), "user_1")).events).toHaveLength(1);
  expect(await third.stop()).toBe(0);
});

test("deletes lines of the request log after 30 days", { tag: ["@embedded", "@slow"] }, async () => {
  const first = await startServer();
  const team = await newTeam(first);
  await team.api("GET", "/contacts/before");
  await first.stop();
  const paths = async (server: Running) => {
    const session = await signIn(server.url, team.workspace, team.owner);
    return ((await session.call("GET", "/requests")).body["items"] as { path: string }[]).map(({ path }) => path);
  };
  const second = await later(first.dataDir, 29);
  expect(await paths(second)).toEqual(["/api/v1/contacts/before"]);
  await teamAt(second, team).api("GET", "/contacts/after");
  await second.stop();
  const third = await later(first.dataDir, 31);
  await expect.poll(() => paths(third)).toEqual(["/api/v1/contacts/after"]);
  await third.stop();
});

test("rejects periods that are not offered", async ({ ada }) => {
  const owner = await ada.signIn();
  const message = expect.stringMatching(/^eventsKeptDays must be one of 90, /);
  for (const eventsKeptDays of [0, 1, 89, -90, "90", 1e9, undefined]) {
    const reply = await owner.call("PUT", "/retention", { eventsKeptDays });
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "invalid_request", message } } });
  }
  expect((await owner.call("GET", "/retention")).body).toEqual({ eventsKeptDays: null });
});
