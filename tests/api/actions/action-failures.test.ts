import { gzipSync } from "node:zlib";
import { newId } from "@/lib/kernel/ids";
import { deskAt, newDesk } from "../../support/desk";
import { expect, newTeam, signIn, test } from "../../support/fixtures";
import type { ReceiverReply } from "../../support/receiver";
import { freePort, startServer } from "../../support/server";

const mayHaveHappened = "The call may have happened: look before you press again.";

const failures: { title: string; reply: ReceiverReply; state: "refused" | "unknown"; reason: string }[] = [
  {
    title: "shows the message of a 400 as the reason",
    reply: { status: 400, body: { message: "This order was refunded already." } },
    state: "refused",
    reason: "This order was refunded already.",
  },
  {
    title: "shows the status of a 500 without a message",
    reply: { status: 500 },
    state: "refused",
    reason: "Your server answered 500 without saying why.",
  },
  {
    title: "shows the status of a 404 with a page, not the page",
    reply: { status: 404, body: "<h1>Not found</h1>", headers: { "content-type": "text/html" } },
    state: "refused",
    reason: "Your server answered 404 without saying why.",
  },
  {
    title: "ignores a message that is not a string",
    reply: { status: 422, body: { message: ["no"] } },
    state: "refused",
    reason: "Your server answered 422 without saying why.",
  },
  {
    title: "removes control characters and bidi controls from a reason",
    reply: { status: 400, body: { message: "\u0007Refused\u202e " } },
    state: "refused",
    reason: "Refused",
  },
  {
    title: "cuts a reason at 500 characters",
    reply: { status: 409, body: { message: "👎".repeat(501) } },
    state: "refused",
    reason: `${"👎".repeat(499)}…`,
  },
  {
    title: "rejects a compressed reply",
    reply: { headers: { "content-encoding": "gzip" }, body: gzipSync('{"message":"Refunded"}') },
    state: "unknown",
    reason: `127.0.0.1 sent a compressed reply, which is not accepted. ${mayHaveHappened}`,
  },
  {
    title: "rejects a reply over 64 KiB",
    reply: { body: { message: "x".repeat(65_536) } },
    state: "unknown",
    reason: `127.0.0.1 sent a reply of more than 65536 bytes. ${mayHaveHappened}`,
  },
  {
    title: "shows the status of an error page over 64 KiB",
    reply: { status: 502, body: "x".repeat(65_537), headers: { "content-type": "text/html" } },
    state: "refused",
    reason: "Your server answered 502 without saying why.",
  },
  {
    title: "reports a connection closed without a reply as a call that may have happened",
    reply: (response) => response.destroy(),
    state: "unknown",
    reason: `127.0.0.1 closed the connection before its reply was complete. ${mayHaveHappened}`,
  },
  {
    title: "reports an incomplete reply as a call that may have happened",
    reply: (response) => {
      response.writeHead(200, { "content-length": "100" }).write('{"message":"Ref');
      setTimeout(() => response.destroy(), 50);
    },
    state: "unknown",
    reason: `127.0.0.1 closed the connection before its reply was complete. ${mayHaveHappened}`,
  },
  {
    title: "reports a reply that is not HTTP as a call that may have happened",
    reply: (response) => response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n"),
    state: "unknown",
    reason: `127.0.0.1 sent something that is not an HTTP reply. ${mayHaveHappened}`,
  },
];

for (const { title, reply, state, reason } of failures) {
  test(`${title} and keeps the failure in the chat`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    desk.replyWith(reply);
    const { outcome } = await desk.pressAndWait();
    expect(outcome).toMatchObject({ state, reason, message: null });
    expect(desk.calls()).toHaveLength(1);
    expect((await desk.items()).map(({ kind }) => kind)).toEqual(["message", "action"]);
  });
}

for (const status of [304, 401, 403, 429, 503]) {
  test(`treats a ${status} as a failure`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    desk.replyWith({ status });
    const { outcome } = await desk.pressAndWait();
    expect(outcome.state).toBe("refused");
    expect(outcome.reason).toContain(`Your server answered ${status}`);
  });
}

test("ignores the event and the note of a failing reply", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ status: 400, body: { message: "No.", event: { name: "Refund issued" } } });
  expect((await desk.pressAndWait()).outcome).toMatchObject({ state: "refused", message: null, reason: "No." });
  expect((await desk.items()).map(({ kind }) => kind)).toEqual(["message", "action"]);
});

for (const status of [301, 302, 307, 308]) {
  test(`does not follow a ${status} and treats it as a failure`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    const elsewhere = `/${ada.workspace}/elsewhere`;
    desk.replyWith({ status, headers: { location: receiver.origin + elsewhere } });
    expect((await desk.pressAndWait()).outcome).toMatchObject({
      state: "refused",
      reason: `Your server answered ${status}, a redirect; redirects are not followed.`,
    });
    expect(receiver.calls(elsewhere)).toEqual([]);
  });
}

test("reads a reply of exactly 64 KiB", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const frame = JSON.stringify({ pad: "", message: "Refunded." });
  desk.replyWith({ body: { pad: "x".repeat(65_536 - frame.length), message: "Refunded." } });
  expect((await desk.pressAndWait()).outcome).toMatchObject({ state: "succeeded", message: "Refunded." });
});

test("does not know what became of a call after ten seconds of silence or of dripping bytes, and says that it may have happened", async ({
  ada,
  receiver,
}) => {
  test.slow();
  const desk = await newDesk(ada, receiver);
  const second = await desk.session.call("POST", "/actions/buttons", { label: "Resend", action: "resend" });
  const drip: ReceiverReply = (response) => {
    response.writeHead(200);
    const drops = setInterval(() => response.write(" "), 100);
    response.on("close", () => clearInterval(drops));
  };
  receiver.on(`/${ada.workspace}`, ({ body }) => (body["action"] === "resend" ? drip : "silence"));
  const ids = [newId(), newId()] as const;
  await Promise.all([desk.press(ids[0]), desk.press(ids[1], String(second.body["id"]))]);

  for (const id of ids) {
    const { outcome } = await desk.outcome(id, 20_000);
    expect(outcome).toMatchObject({ state: "unknown", reason: `127.0.0.1 did not answer within 10 seconds. ${mayHaveHappened}` });
    expect(outcome.tookMs).toBeGreaterThanOrEqual(9_990);
    expect(outcome.tookMs).toBeLessThan(12_000);
  }
  expect(desk.calls()).toHaveLength(2);
});

test("reports a refused connection as a call that was not sent", { tag: "@embedded" }, async ({ receiver }) => {
  const closed = `http://127.0.0.1:${await freePort()}`;
  const server = await startServer({ env: { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: `${receiver.origin},${closed}` } });
  const desk = await newDesk(await newTeam(server), receiver);
  const saved = await desk.session.call("PUT", "/actions/address", { url: `${closed}/` });
  expect(saved.body["message"]).toBe(`Saved, but nothing answers at ${new URL(closed).host}: connection refused.`);
  expect((await desk.pressAndWait()).outcome).toMatchObject({
    state: "failed",
    reason: `The call was not sent. Nothing answers at ${new URL(closed).host}: connection refused.`,
  });
  await server.stop();
});

test("marks a call as unknown when the process is killed during it, and never sends it again", { tag: "@embedded" }, async ({
  receiver,
}) => {
  const env = { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin };
  const killed = await startServer({ env });
  const team = await newTeam(killed);
  const before = await newDesk(team, receiver);
  before.replyWith("silence");
  const id = newId();
  await before.press(id);
  await expect.poll(() => before.calls().length).toBe(1);
  await killed.kill();

  const server = await startServer({ env, dataDir: killed.dataDir });
  const session = await signIn(server.url, team.workspace, team.owner);
  const desk = deskAt(session, { ...before, receiver, path: `/${team.workspace}` });
  expect((await desk.press(id)).status).toBe(202);
  // Only this process uses the folder, so the outcome is there without waiting for a timeout.
  const { outcome } = await desk.outcome(id);
  expect(outcome).toMatchObject({ state: "unknown", message: null, tookMs: null });
  expect(outcome.reason).toBe("Beside stopped while this was running. It may have happened: look before you press again.");
  expect(desk.calls()).toHaveLength(1);

  desk.replyWith({ body: { message: "Refunded." } });
  expect((await desk.pressAndWait()).outcome).toMatchObject({ state: "succeeded", message: "Refunded." });
  expect(desk.calls()).toHaveLength(2);
  await server.stop();
});

test("finishes a running call at SIGTERM before it stops and stores its outcome", { tag: "@embedded" }, async ({ receiver }) => {
  const env = { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin };
  const stopped = await startServer({ env });
  const team = await newTeam(stopped);
  const before = await newDesk(team, receiver);
  let release = () => {};
  before.replyWith(new Promise((resolve) => (release = () => resolve({ body: { message: "Refunded." } }))));
  const id = newId();
  await before.press(id);
  await expect.poll(() => before.calls().length).toBe(1);
  const code = stopped.stop();
  await expect
    .poll(() =>
      fetch(stopped.url).then(
        () => "answers",
        () => "refuses",
      ),
    )
    .toBe("refuses");
  release();
  expect(await code).toBe(0);

  const server = await startServer({ env, dataDir: stopped.dataDir });
  const session = await signIn(server.url, team.workspace, team.owner);
  const desk = deskAt(session, { ...before, receiver, path: `/${team.workspace}` });
  expect((await desk.outcome(id)).outcome).toMatchObject({ state: "succeeded", message: "Refunded." });
  await server.stop();
});
