import { changesOf, snooze } from "../support/chat-work";
import { expect, newTeam, send, test } from "../support/fixtures";
import type { StreamEvent } from "../support/listening";
import { clusterOf } from "./cluster";
import { openTabAt, sendMessageAt, urlsOf } from "./instances";

test.describe.configure({ mode: "serial", timeout: 120_000 });

const cluster = clusterOf();

const presenceIn = ({ data }: StreamEvent) => (data as { presence?: { chatId: string; name: string; state: string }[] }).presence ?? [];

test("what a member announces at one instance reaches the tabs of every other, and of no other workspace", async () => {
  const [team, other] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const [one, two, three] = urlsOf(cluster);
  const tabs = [await openTabAt(one, team), await openTabAt(two, team), await openTabAt(three, team)];
  const foreign = await openTabAt(two, other);
  const chatId = await sendMessageAt(one, team, "visitor");
  const { cookie } = await team.signIn();
  const reply = await send(`${one}/api/w/${team.workspace}/chats/${chatId}/presence`, {
    method: "POST",
    headers: { cookie, origin: one },
    body: { state: "replying" },
  });
  expect(reply.status, reply.text).toBe(200);
  for (const tab of tabs) {
    const heard = await tab.waitFor("change", (event) => presenceIn(event).length > 0);
    expect(presenceIn(heard)).toMatchObject([{ chatId, name: "Olga Owner", state: "replying" }]);
  }
  const own = await sendMessageAt(one, other, "visitor");
  await foreign.waitFor("change", ({ data }) => data.chats?.some(({ id }) => id === own) === true);
  expect(foreign.received.flatMap(presenceIn)).toEqual([]);
  for (const tab of [...tabs, foreign]) tab.close();
});

test("snoozes end once each, though all instances sweep", async () => {
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  const urls = urlsOf(cluster);
  const chats = await Promise.all(Array.from({ length: 30 }, (_, at) => sendMessageAt(urls[at % 3] ?? "", team, `visitor-${at}`)));
  const until = new Date(Date.now() + 3_000);
  for (const { status } of await Promise.all(chats.map((chatId) => snooze(session, chatId, until)))) expect(status).toBe(200);
  const woken = async () => {
    const changes = await Promise.all(chats.map((chatId) => changesOf(session, chatId)));
    return changes.map((of) => of.filter(({ what }) => what === "woke").length);
  };
  const once = chats.map(() => 1);
  await expect.poll(woken, { timeout: 30_000 }).toEqual(once);
  // Every instance sweeps every five seconds: by then each has swept again.
  const seen = Date.now();
  await expect
    .poll(async () => ((await woken()).every((count) => count === 1) ? Date.now() - seen : -1), { timeout: 20_000 })
    .toBeGreaterThan(6_000);
});
