import { expect, type Reply, type Session, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";

const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();
const sixtyFourTimes = (request: () => Promise<Reply>) => Promise.all(Array.from({ length: 64 }, request));
const sixtyPassed = [...Array.from({ length: 60 }, () => 200), 429, 429, 429, 429];
const check = (session: Session, url: string) => session.call("POST", "/actions/address/check", { url });
const save = (session: Session, url: string) => session.call("PUT", "/actions/address", { url });

test("limits a workspace to sixty address checks a minute, with the time to wait, and leaves others unaffected", async ({
  ada,
  bob,
  receiver,
}) => {
  const [session, other] = [await ada.signIn(), await bob.signIn()];
  // An empty address needs no lookup.
  for (const reply of await sixtyFourTimes(() => check(session, ""))) expect(reply.status).toBe(200);
  const replies = await sixtyFourTimes(() => check(session, receiver.origin));
  expect(statuses(replies)).toEqual(sixtyPassed);
  const refused = replies.find(({ status }) => status === 429);
  expect(refused).toMatchObject(errorReply(429, "rate_limited", /60 times in the last minute\. Wait \d+ seconds\./));
  expect(refused?.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
  expect((await check(other, receiver.origin)).status).toBe(200);
  // Saving has a limit of its own.
  expect((await save(session, receiver.origin)).status).toBe(200);
});

test("limits saving an address in the same way", async ({ ada, receiver }) => {
  const session = await ada.signIn();
  expect(statuses(await sixtyFourTimes(() => save(session, receiver.origin)))).toEqual(sixtyPassed);
  expect((await save(session, "")).status).toBe(200);
});
