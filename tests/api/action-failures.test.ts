import { gzipSync } from "node:zlib";
import { newId } from "@/lib/kernel/ids";
import { deskAt, newDesk } from "../support/desk";
import { expect, newTeam, signIn, test } from "../support/fixtures";
import type { Answer } from "../support/receiver";
import { freePort, startServer } from "../support/server";

const mayHaveHappened = "The call may have happened: look before you press again.";

const failures: { title: string; answer: Answer; state: "refused" | "failed"; reason: string }[] = [
  {
    title: "a 400 with a message is shown with that message",
    answer: { status: 400, body: { message: "This order was refunded already." } },
    state: "refused",
    reason: "This order was refunded already.",
  },
  {
    title: "a 500 without a message says the status",
    answer: { status: 500 },
    state: "refused",
    reason: "Your server answered 500 without saying why.",
  },
  {
    title: "a 404 with a page says the status, not the page",
    answer: { status: 404, body: "<h1>Not found</h1>", headers: { "content-type": "text/html" } },
    state: "refused",
    reason: "Your server answered 404 without saying why.",
  },
  {
    title: "a message that is not a string is no reason",
    answer: { status: 422, body: { message: ["no"] } },
    state: "refused",
    reason: "Your server answered 422 without saying why.",
  },
  {
    title: "controls and turned text in a reason are dropped",
    answer: { status: 400, body: { message: "\u0007Refused\u202e " } },
    state: "refused",
    reason: "Refused",
  },
  {
    title: "a reason is cut at 500 characters",
    answer: { status: 409, body: { message: "👎".repeat(501) } },
    state: "refused",
    reason: `${"👎".repeat(499)}…`,
  },
  {
    title: "a compressed reply is refused",
    answer: { headers: { "content-encoding": "gzip" }, body: gzipSync('{"message":"Refunded"}') },
    state: "failed",
    reason: `127.0.0.1 sent a compressed reply, which is not accepted. ${mayHaveHappened}`,
  },
  {
    title: "a reply over 64 KiB is refused",
    answer: { body: { message: "x".repeat(65_536) } },
    state: "failed",
    reason: `127.0.0.1 sent a reply of more than 65536 bytes. ${mayHaveHappened}`,
  },
  {
    title: "a connection that is closed without a reply may have happened",
    answer: (response) => response.destroy(),
    state: "failed",
    reason: `127.0.0.1 closed the connection before its reply was complete. ${mayHaveHappened}`,
  },
  {
    title: "a reply that breaks off may have happened",
    answer: (response) => {
      response.writeHead(200, { "content-length": "100" }).write('{"message":"Ref');
      setTimeout(() => response.destroy(), 50);
    },
    state: "failed",
    reason: `127.0.0.1 closed the connection before its reply was complete. ${mayHaveHappened}`,
  },
  {
    title: "something that is not HTTP may have happened",
    answer: (response) => response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n"),
    state: "failed",
    reason: `127.0.0.1 sent something that is not an HTTP reply. ${mayHaveHappened}`,
  },
];

for (const { title, answer, state, reason } of failures) {
  test(`${title}, and it stays in the chat`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    desk.answers(answer);
    const { outcome } = await desk.pressed();
    expect(outcome).toMatchObject({ state, reason, message: null });
    expect(desk.calls()).toHaveLength(1);
    expect((await desk.items()).map(({ kind }) => kind)).toEqual(["message", "action"]);
  });
}

for (const status of [304, 401, 403, 429, 503]) {
  test(`a ${status} counts as a failure`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    desk.answers({ status });
    const { outcome } = await desk.pressed();
    expect(outcome.state).toBe("refused");
    expect(outcome.reason).toContain(`Your server answered ${status}`);
  });
}

test("the event and the note of a failing reply are not taken", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.answers({ status: 400, body: { message: "No.", event: { name: "Refund issued" } } });
  expect((await desk.pressed()).outcome).toMatchObject({ state: "refused", message: null, reason: "No." });
  expect((await desk.items()).map(({ kind }) => kind)).toEqual(["message", "action"]);
});

for (const status of [301, 302, 307, 308]) {
  test(`a ${status} is not followed, and counts as a failure`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    const elsewhere = `/${ada.workspace}/elsewhere`;
    desk.answers({ status, headers: { location: receiver.origin + elsewhere } });
    expect((await desk.pressed()).outcome).toMatchObject({
      state: "refused",
      reason: `Your server answered ${status}, a redirect; redirects are not followed.`,
    });
    expect(receiver.calls(elsewhere)).toEqual([]);
  });
}

test("a reply of exactly 64 KiB is read", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const frame = JSON.stringify({ pad: "", message: "Refunded." });
  desk.answers({ body: { pad: "x".repeat(65_536 - frame.length), message: "Refunded." } });
  expect((await desk.pressed()).outcome).toMatchObject({ state: "delivered", message: "Refunded." });
});

test("ten seconds of silence end a call, and so do ten seconds of dripping; the agent reads that it may have happened", async ({
  ada,
  receiver,
}) => {
  test.slow();
  const desk = await newDesk(ada, receiver);
  const second = await desk.session.call("POST", "/actions/buttons", { label: "Resend", action: "resend" });
  const drip: Answer = (response) => {
    response.writeHead(200);
    const drops = setInterval(() => response.write(" "), 100);
    response.on("close", () => clearInterval(drops));
  };
  receiver.on(`/${ada.workspace}`, ({ body }) => (body["action"] === "resend" ? drip : "silence"));
  const ids = [newId(), newId()] as const;
  await Promise.all([desk.press(ids[0]), desk.press(ids[1], String(second.body["id"]))]);

  for (const id of ids) {
    const { outcome } = await desk.outcome(id, 20_000);
    expect(outcome).toMatchObject({ state: "failed", reason: `127.0.0.1 did not answer within 10 seconds. ${mayHaveHappened}` });
    expect(outcome.tookMs).toBeGreaterThanOrEqual(9_990);
    expect(outcome.tookMs).toBeLessThan(12_000);
  }
  expect(desk.calls()).toHaveLength(2);
});

test("a refused connection is told as a call that was not sent", { tag: "@embedded" }, async ({ receiver }) => {
  const closed = `http://127.0.0.1:${await freePort()}`;
  const server = await startServer({ env: { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: `${receiver.origin},${closed}` } });
  const desk = await newDesk(await newTeam(server), receiver);
  const saved = await desk.session.call("PUT", "/actions/address", { url: `${closed}/` });
  expect(saved.body["message"]).toBe("Saved, but a press would fail now: 127.0.0.1 cannot be reached.");
  expect((await desk.pressed()).outcome).toMatchObject({ state: "failed", reason: "The call was not sent. 127.0.0.1 cannot be reached." });
  await server.stop();
});

test("a process that is killed during a call leaves “result unknown”, and never sends again", { tag: "@embedded" }, async ({
  receiver,
}) => {
  const env = { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin };
  const killed = await startServer({ env });
  const team = await newTeam(killed);
  const before = await newDesk(team, receiver);
  before.answers("silence");
  const id = newId();
  await before.press(id);
  await expect.poll(() => before.calls().length).toBe(1);
  await killed.kill();

  const server = await startServer({ env, dataDir: killed.dataDir });
  const session = await signIn(server.url, team.workspace, team.owner);
  const desk = deskAt(session, { ...before, receiver, path: `/${team.workspace}` });
  expect((await desk.press(id)).status).toBe(202);
  // The folder is this process's alone, so nobody waits for what cannot come.
  const { outcome } = await desk.outcome(id);
  expect(outcome).toMatchObject({ state: "unknown", message: null });
  expect(outcome.reason).toBe("Beside stopped while this was running. It may have happened: look before you press again.");
  expect(desk.calls()).toHaveLength(1);

  desk.answers({ body: { message: "Refunded." } });
  expect((await desk.pressed()).outcome).toMatchObject({ state: "delivered", message: "Refunded." });
  expect(desk.calls()).toHaveLength(2);
  await server.stop();
});

test("at SIGTERM a call that is under way is finished first, and its outcome is kept", { tag: "@embedded" }, async ({ receiver }) => {
  const env = { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin };
  const stopped = await startServer({ env });
  const team = await newTeam(stopped);
  const before = await newDesk(team, receiver);
  let release = () => {};
  before.answers(new Promise((resolve) => (release = () => resolve({ body: { message: "Refunded." } }))));
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
  expect((await desk.outcome(id)).outcome).toMatchObject({ state: "delivered", message: "Refunded." });
  await server.stop();
});
