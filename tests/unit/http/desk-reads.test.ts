import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import { GET as readItems } from "@/app/api/w/[workspace]/chats/[chatId]/items/route";
import { GET as readPanel } from "@/app/api/w/[workspace]/chats/[chatId]/panel/route";
import { GET as readList } from "@/app/api/w/[workspace]/chats/route";
import { membershipOfSession } from "@/lib/http/auth/session";
import { newId } from "@/lib/kernel/ids";
import { onBehalfOf } from "@/lib/platform/db/on-behalf";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";
import { type Desk, test } from "../../support/memory-desk";

test.afterEach(() => mock.timers.reset());

type Route = (request: Request) => Promise<Response>;

/** A chat with one message, of a person without a contact. */
async function newChat({ client, workspaceId }: Desk): Promise<string> {
  const [personId, chatId, now] = [newId(), newId(), new Date()];
  await client.person.create({ data: { workspaceId, id: personId, channel: "whatsapp", phone: "447911123456", createdAt: now } });
  const times = { lastMessageAt: now, lastItemAt: now, createdAt: now };
  await client.chat.create({ data: { workspaceId, id: chatId, personId, status: "open", openFor: personId, lastSeq: 1, ...times } });
  const item = { seq: 1, kind: "message", author: "customer", text: "Hello", createdAt: now } as const;
  await client.chatItem.create({ data: { workspaceId, chatId, id: newId(), ...item } });
  return chatId;
}

const reads: [name: string, route: Route, path: (chatId: string) => string][] = [
  ["the chat list", readList, () => ""],
  ["the problems, which are found in one of two ways", readList, () => "?view=problems"],
  ["some chats of the list", readList, (chatId) => `?ids=${chatId}`],
  ["a chat", readItems, (chatId) => `/${chatId}/items`],
  ["the newer items of a chat", readItems, (chatId) => `/${chatId}/items?after=0`],
  ["the panel", readPanel, (chatId) => `/${chatId}/panel`],
];

const callOf =
  ({ cookie }: Desk, route: Route, path: string) =>
  () =>
    route(new Request(`http://localhost/api/w/acme/chats${path}`, { headers: { cookie } }));

for (const [name, route, path] of reads) {
  test(`reads ${name} in one statement, sent together with the check of the session`, async ({ desk }) => {
    const call = callOf(desk, route, path(await newChat(desk)));
    const first = await call();
    expect(first.status).toBe(200);

    const before = desk.statements();
    const release = await desk.holdDatabase();
    const replying = call();
    // Both wait before either has an answer.
    await expect.poll(desk.waitingStatements).toBe(2);
    release();
    const reply = await replying;
    expect(await reply.text()).toBe(await first.text());
    expect(desk.statements() - before).toBe(3);
  });
}

test("refuses a removed member and an ended session at the next call, although the read began", async ({ desk }) => {
  const { client, workspaceId, accountId, sessionId } = desk;
  const call = callOf(desk, readList, "");
  expect((await call()).status).toBe(200);
  const member = await client.member.delete({ where: { workspaceId_accountId: { workspaceId, accountId } } });
  for (let times = 0; times < 2; times += 1) {
    const reply = await call();
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ error: { code: "not_found" } });
  }
  await client.member.create({ data: member });
  expect((await call()).status).toBe(200);
  await client.session.update({ where: { id: sessionId }, data: { endedAt: new Date() } });
  for (let times = 0; times < 2; times += 1) expect((await call()).status).toBe(401);
});

test("four reads of a member are under way at once, each for a moment at most; 200 wait, what is behind them is refused, and another one's is not", async ({
  desk,
}) => {
  const call = callOf(desk, readList, "");
  expect((await call()).status).toBe(200);
  const release = await desk.holdDatabase();
  mock.timers.enable({ apis: ["setTimeout"] });
  const reads = Array.from({ length: 4 + 200 }, call);
  const refused = await call();
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain("Too many requests are waiting for the database. Try again shortly.");
  const statements = async (count: number) => {
    for (let turns = 0; turns < 100_000 && desk.waitingStatements() < count; turns += 1) await turn();
    return desk.waitingStatements();
  };
  // Each is a check of the session and a statement.
  expect(await statements(8)).toBe(8);
  const cookie = `beside.session=${await encode({ token: { sid: newId() }, secret: "1".repeat(64) })}`;
  const other = callOf({ ...desk, cookie }, readList, "")();
  expect(await statements(9)).toBe(9);
  mock.timers.tick(100);
  expect(await statements(17)).toBe(17);
  mock.timers.reset();
  release();
  expect((await other).status).toBe(401);
  for (const { status } of await Promise.all(reads)) expect(status).toBe(200);
});

test("the check of a session waits in a line of its own, and in that of the workspace once it was a member there, whatever its call names", async ({
  desk,
}) => {
  const linesFor = async (slug: string) => {
    const release = await desk.holdDatabase();
    const waiting = [membershipOfSession(desk.sessionId, slug), onBehalfOf(desk.workspaceId, async () => desk.client.tag.count())];
    await expect.poll(desk.waitingStatements).toBe(2);
    const lines = runtime.database?.pool.use().workspaces_waiting;
    release();
    await Promise.all(waiting);
    return lines;
  };
  expect([await linesFor("acme"), await linesFor("acme"), await linesFor("another")]).toEqual([2, 1, 1]);
});

test("reads again for a member whose role has changed since the last call", async ({ desk }) => {
  const { client, workspaceId, accountId } = desk;
  const options = { roles: ["owner"] };
  await client.actionButton.create({
    data: { workspaceId, id: newId(), action: "refund", label: "Refund", position: 1, enabled: true, options, createdAt: new Date() },
  });
  const call = callOf(desk, readPanel, `/${await newChat(desk)}/panel`);
  const buttons = async () => ((await (await call()).json()) as { buttons: { label: string }[] }).buttons.map(({ label }) => label);
  expect(await buttons()).toEqual([]);
  await client.member.update({ where: { workspaceId_accountId: { workspaceId, accountId } }, data: { role: "owner" } });
  expect(await buttons()).toEqual(["Refund"]);
  await client.member.update({ where: { workspaceId_accountId: { workspaceId, accountId } }, data: { role: "agent" } });
  expect(await buttons()).toEqual([]);
});

test("a read that fails ahead of the check answers as the check does, and else with its own error", async ({ desk }) => {
  const call = callOf(desk, readPanel, `/${newId()}/panel`);
  for (let times = 0; times < 2; times += 1) {
    const reply = await call();
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ error: { message: "There is no such chat." } });
  }
  await desk.client.session.update({ where: { id: desk.sessionId }, data: { endedAt: new Date() } });
  expect((await call()).status).toBe(401);
});
