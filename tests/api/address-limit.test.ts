import { expect, type Reply, type Session, test } from "../support/fixtures";
import { refusal } from "../support/wire";

const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();
const many = (ask: () => Promise<Reply>) => Promise.all(Array.from({ length: 64 }, ask));
const sixtyPassed = [...Array.from({ length: 60 }, () => 200), 429, 429, 429, 429];
const check = (session: Session, url: string) => session.call("POST", "/actions/address/check", { url });
const save = (session: Session, url: string) => session.call("PUT", "/actions/address", { url });

test("a workspace checks sixty addresses a minute, and is told how long to wait; another one is not concerned", async ({
  ada,
  bob,
  receiver,
}) => {
  const [session, other] = [await ada.signIn(), await bob.signIn()];
  // Nothing is looked up for an empty address.
  for (const reply of await many(() => check(session, ""))) expect(reply.status).toBe(200);
  const replies = await many(() => check(session, receiver.origin));
  expect(statuses(replies)).toEqual(sixtyPassed);
  const refused = replies.find(({ status }) => status === 429);
  expect(refused).toMatchObject(refusal(429, "rate_limited", /60 times in the last minute\. Wait \d+ seconds\./));
  expect(refused?.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect((await check(other, receiver.origin)).status).toBe(200);
  // Whoever has typed a lot can still save.
  expect((await save(session, receiver.origin)).status).toBe(200);
});

test("saving is no way around it", async ({ ada, receiver }) => {
  const session = await ada.signIn();
  expect(statuses(await many(() => save(session, receiver.origin)))).toEqual(sixtyPassed);
  expect((await save(session, "")).status).toBe(200);
});
