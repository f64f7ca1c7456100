import { createHmac } from "node:crypto";
import { Probe } from "@/lib/actions/receivers/contract";
import { broken } from "../../support/broken-receivers";
import { checkServer, probe, wrongIn } from "../../support/checks";
import { accepts, newDesk, signatureBy } from "../../support/desk";
import { expect, type Session, test } from "../../support/fixtures";
import type { Call } from "../../support/receiver";
import { freePort } from "../../support/server";

const secretOf = async (session: Session) => String((await session.call("POST", "/actions/secret/reveal", {})).body["secret"]);
const isTimely = ({ headers }: Call) => Math.abs(Date.now() / 1000 - Number(headers["x-service-timestamp"])) <= 300;

for (const { mistake, accepts: isAccepted, found } of broken) {
  test(`finds that a receiver ${mistake} and reports nothing else`, async ({ ada, receiver }) => {
    const { session } = await newDesk(ada, receiver);
    const secret = await secretOf(session);
    receiver.on(`/${ada.workspace}`, (call) => ({ status: isAccepted(secret, call) ? 200 : 401 }));
    expect(wrongIn(await checkServer(session))).toEqual(found);
  });
}

test("reports each of the five invalid calls to a receiver that accepts everything", async ({ ada, receiver }) => {
  const { session } = await newDesk(ada, receiver);
  expect(Object.keys(wrongIn(await checkServer(session)))).toEqual(["wrong_signature", "old", "ahead", "changed", "unsigned"]);
});

test("explains the signature when a receiver rejects valid calls, and a wrong clock when its Date shows one", async ({
  ada,
  bob,
  receiver,
}) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ status: 401 });
  expect(Object.keys(wrongIn(await checkServer(desk.session)))).toEqual(["good", "two_signatures"]);
  expect((await probe(desk.session, "good")).body["message"]).toMatch(/rejected a valid call with 401. .*HMAC-SHA256.*raw bytes/);

  const late = await newDesk(bob, receiver);
  late.replyWith({ status: 401, headers: { date: new Date(Date.now() - 12 * 60_000).toUTCString() } });
  expect((await probe(late.session, "good")).body["message"]).toMatch(/its clock is 12 minutes behind ours/);
});

test("sends calls in the shape of a press, each with its own delivery, without an item in the chat", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const secret = await secretOf(desk.session);
  await desk.pressAndWait();
  const [press] = desk.calls();
  const before = await desk.items();
  desk.replyWith({ body: { message: "Not for a chat", event: { name: "Payment failed" } } });
  await checkServer(desk.session);

  const pings = desk.calls().slice(1);
  expect(pings).toHaveLength(9);
  expect(new Set(pings.map(({ headers }) => headers["x-service-delivery"])).size).toBe(9);
  const { action, label, contact, agent } = pings[0]?.body ?? {};
  expect({ action, label, contact, agent }).toEqual({ action: "ping", label: "Ping", contact: null, agent: press?.body["agent"] });
  for (const { body } of pings) {
    expect(Object.keys(body)).toEqual(Object.keys(press?.body ?? {}));
    expect(Object.keys(body["customer"] as object)).toEqual(Object.keys(press?.body["customer"] as object));
  }
  const [good, first, second, wrong, old, ahead, spaced, renamed, unsigned] = pings as [Call, ...Call[]];
  expect(good.headers["x-service-signature"]).toBe(signatureBy(secret, good));
  for (const call of [first, second]) expect(call && accepts(secret, call) && signaturesIn(call)).toHaveLength(2);
  expect(first && signaturesIn(first)[0]).toBe(first && signatureBy(secret, first));
  expect(second && signaturesIn(second)[1]).toBe(second && signatureBy(secret, second));
  for (const call of [wrong, spaced, renamed]) expect(call && isTimely(call) && !accepts(secret, call)).toBe(true);
  for (const call of [old, ahead]) expect(call && accepts(secret, call) && !isTimely(call)).toBe(true);
  expect(spaced && signatureOver(JSON.stringify(spaced.body), secret, spaced)).toBe(spaced?.headers["x-service-signature"]);
  expect(unsigned?.headers["x-service-signature"]).toBeUndefined();
  expect(await desk.items()).toEqual(before);
});

const signaturesIn = ({ headers }: Call) => String(headers["x-service-signature"]).split(",");
const signatureOver = (body: string, secret: string, { headers }: Call) =>
  `sha256=${createHmac("sha256", secret).update(`${headers["x-service-timestamp"]}.${body}`).digest("hex")}`;

test("reports an unreachable server at once with the reason", async ({ ada, receiver }) => {
  const session = await ada.signIn();
  expect(await probe(session, "good")).toMatchObject({ status: 409, body: { error: { message: /Save the address/ } } });
  await session.call("PUT", "/actions/address", { url: `https://127-0-0-1.invalid:${await freePort()}/` });
  expect((await probe(session, "good")).body).toEqual({
    probe: "good",
    ok: false,
    isReached: false,
    message: "The name 127-0-0-1.invalid does not resolve.",
  });

  await session.call("PUT", "/actions/address", { url: `${receiver.origin}/${ada.workspace}` });
  receiver.on(`/${ada.workspace}`, () => "silence");
  const startedAt = Date.now();
  const findings = await checkServer(session);
  expect(Date.now() - startedAt).toBeLessThan(12_000);
  expect(findings).toEqual([
    { probe: "good", ok: false, isReached: false, message: "Your server did not answer a valid call within ten seconds." },
  ]);
});

test("limits checks to five a minute per workspace and never interrupts a running one", async ({ ada, bob, receiver }) => {
  const [hers, his] = [await newDesk(ada, receiver), await newDesk(bob, receiver)];
  for (let check = 1; check <= 5; check += 1) expect(await checkServer(hers.session)).toHaveLength(Probe.options.length);
  const refused = await probe(hers.session, "good");
  expect(refused).toMatchObject({
    status: 429,
    body: {
      error: {
        code: "rate_limited",
        message: expect.stringMatching(/^Your server was checked 5 times in the last minute\. Wait \d+ seconds\.$/),
      },
    },
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await checkServer(his.session)).toHaveLength(Probe.options.length);
});

test("signs with both overlapping secrets and reports a receiver that has only the old one", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const old = await secretOf(desk.session);
  const { secret: fresh } = (await desk.session.call("POST", "/actions/secret/rotate", {})).body as { secret: string };
  receiver.on(`/${ada.workspace}`, (call) => ({ status: isTimely(call) && accepts(old, call) ? 200 : 401 }));
  const wrong = wrongIn(await checkServer(desk.session));
  const [good] = desk.calls();
  expect(good && [accepts(old, good), accepts(fresh, good)]).toEqual([true, true]);
  expect(wrong).toEqual({ two_signatures: expect.stringMatching(/Put the new secret on your server/) });

  receiver.on(`/${ada.workspace}`, (call) => ({ status: isTimely(call) && accepts(fresh, call) ? 200 : 401 }));
  expect(wrongIn(await checkServer(desk.session))).toEqual({});
});

test("rejects an unknown probe and lists the known ones", async ({ ada }) => {
  const reply = await (await ada.signIn()).call("POST", "/actions/check", { probe: "everything" });
  expect(reply).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(/^probe must be one of good, /) } } });
});
