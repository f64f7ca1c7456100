import { randomUUID } from "node:crypto";
import { expect, randomClientAddress, type Session, send, test } from "../../support/fixtures";

// Starts of servers, or more than a thousand calls, take long on a machine with much else to do.
test.describe.configure({ timeout: 180_000 });

const perMember = 1_200;

/** Calls in some lanes at once; returns how many had each status. */
async function callOften(session: Session, count: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await session.call("GET", "/tags");
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return statuses;
}

test("a member may call 1,200 times a minute with any of their sessions, and takes nothing from others", { tag: "@server" }, async ({
  ada,
  bob,
}) => {
  const [session, other, neighbour] = [await ada.signIn(), await ada.signIn(), await bob.signIn()];
  const statuses = await callOften(session, perMember + 20);
  expect([...statuses.keys()].sort()).toEqual([200, 429]);
  // Other calls of the test counted, too, and a slow run may last longer than a minute.
  expect(statuses.get(200)).toBeGreaterThan(perMember - 10);
  const refused = await other.call("GET", "/tags");
  expect(refused.status, refused.text).toBe(429);
  expect(refused.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect(refused.body).toMatchObject({ error: { code: "rate_limited" } });
  expect((await neighbour.call("GET", "/tags")).status).toBe(200);
  expect((await ada.api("PUT", "/contacts/u", { body: {} })).status).toBe(200);
});

test("a call that changes several chats counts as all of its changes, and those over the limit change nothing", { tag: "@server" }, async ({
  ada,
}) => {
  const session = await ada.signIn();
  const change = { chatId: randomUUID(), status: "closed", accountId: null };
  const ask = (count: number) => session.call("POST", "/chats/changes", { changes: Array.from({ length: count }, () => change) });
  // Two calls for each of fifty chats, eleven times.
  for (let call = 0; call < 11; call += 1) expect((await ask(50)).status).toBe(200);
  // 98 of the 100 that are left; what asks for too many counts as one call.
  const replies = [await ask(49), await ask(2), await session.call("GET", "/tags"), await session.call("GET", "/tags")];
  expect(replies.map(({ status }) => status)).toEqual([200, 429, 200, 429]);
});

// Several instances render more, and their proxies name the addresses.
test("pages of a stranger are rendered a few at a time, and the page of another in between", { tag: "@embedded" }, async ({ ada }) => {
  const [stranger, another] = [randomClientAddress(), randomClientAddress()];
  const address = `${ada.url}/${ada.workspace}/embed`;
  const pages = Array.from({ length: 120 }, () => send(address, { headers: stranger }));
  const own = await send(`${ada.url}/sign-in`, { headers: another });
  expect(own.status).toBe(200);
  const replies = await Promise.all(pages);
  const refused = replies.filter(({ status }) => status === 429);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
  for (const { headers, text } of refused) {
    expect([headers.get("retry-after"), headers.get("refresh"), headers.get("content-type")]).toEqual([
      "2",
      "2",
      "text/plain; charset=utf-8",
    ]);
    expect(text).toBe("Too many pages at once. This one loads again in 2 seconds.\n");
  }
});
