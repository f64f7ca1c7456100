import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { deskAt, newDesk } from "../../support/desk";
import { expect, newTeam, send, signIn, test } from "../../support/fixtures";
import { freePort, newFolder, type Running, startServer } from "../../support/server";

const demo = { DEMO: "1", TRUSTED_PROXIES: "1" };

/** A connection on which these bytes were written and nothing is read. */
function opened(server: Running, bytes = ""): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes, () => resolve(socket)));
    socket.pause();
    socket.on("error", reject);
  });
}

/** The exit code, and how long it took. */
async function stopped(server: Running): Promise<{ code: number | null; tookMs: number }> {
  const began = Date.now();
  return { code: await server.stop(), tookMs: Date.now() - began };
}

test("becomes not ready at SIGTERM at once, stays alive and answers requests while it drains", {
  tag: ["@embedded", "@slow"],
}, async () => {
  const server = await startServer({ env: { ...demo, DRAIN_SECONDS: "3" } });
  const team = await newTeam(server);
  const stopping = stopped(server);
  await expect.poll(async () => (await send(`${server.url}/api/ready`)).status, { intervals: [20], timeout: 1_000 }).toBe(503);
  const ready = await send(`${server.url}/api/ready`);
  expect(ready.body).toEqual({ error: { code: "unavailable", message: "Not ready. draining: this instance is stopping." } });
  expect(ready.headers.get("retry-after")).toBe("1");
  expect((await send(`${server.url}/api/health`)).status).toBe(200);
  const event = await team.api("POST", "/events", { body: { event: "Order placed", userId: "user_1" } });
  expect(event.status).toBe(201);
  const { code, tookMs } = await stopping;
  expect(code).toBe(0);
  expect(tookMs).toBeGreaterThan(2_500);
  expect(tookMs).toBeLessThan(8_000);

  const again = await startServer({ dataDir: server.dataDir });
  const contact = await send(`${again.url}/api/v1/contacts/user_1`, { headers: { authorization: `Bearer ${team.key}` } });
  expect(contact.body["events"]).toHaveLength(1);
  await again.stop();
});

test("finishes a running action call even when SIGTERM comes twice", { tag: ["@embedded", "@slow"] }, async ({ receiver }) => {
  const env = { ...demo, ACTIONS_ALLOW_ORIGINS: receiver.origin };
  const server = await startServer({ env });
  const team = await newTeam(server);
  const desk = await newDesk(team, receiver);
  desk.replyWith(new Promise((resolve) => setTimeout(() => resolve({ body: { message: "Done in the end." } }), 4_000)));
  const { body } = await desk.press();
  await expect.poll(() => desk.calls().length).toBe(1);
  const stopping = stopped(server);
  process.kill(server.pid, "SIGTERM");
  expect(await stopping).toMatchObject({ code: 0 });

  const again = await startServer({ dataDir: server.dataDir, env });
  const session = await signIn(again.url, team.workspace, team.owner);
  const options = { chatId: desk.chatId, buttonId: desk.buttonId, receiver, path: `/${team.workspace}` };
  const { outcome } = await deskAt(session, options).outcome(String(body["callId"]));
  expect(outcome).toMatchObject({ state: "succeeded", message: "Done in the end." });
  expect(desk.calls()).toHaveLength(1);
  await again.stop();
});

test("ends a stream with the time to reconnect", { tag: ["@embedded", "@slow"] }, async () => {
  const server = await startServer({ env: demo });
  const team = await newTeam(server);
  const { cookie } = await team.signIn();
  const stream = await fetch(`${server.url}/api/w/${team.workspace}/stream`, { headers: { cookie } });
  const text = stream.text();
  expect((await stopped(server)).code).toBe(0);
  expect(await text).toMatch(/retry: \d+\n\nevent: bye\ndata: \{\}\n\n$/);
});

test("does not wait for connections without a request", { tag: ["@embedded", "@slow"] }, async () => {
  const server = await startServer();
  await Promise.all([opened(server), opened(server)]);
  const { code, tookMs } = await stopped(server);
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(5_000);
});

test("stops within 15 seconds despite clients that never send a body or never read", { tag: ["@embedded", "@slow"] }, async () => {
  const server = await startServer({ env: demo });
  const team = await newTeam(server);
  const head = `POST /api/v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${team.key}\r\ncontent-length: 100\r\n\r\n`;
  await opened(server, `${head}{`);
  // From many addresses, as a proxy forwards them: a single one would soon reach the rate limit.
  const requestFrom = (from: number) =>
    `GET /api/v1/openapi.json HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 10.9.${from >> 8}.${from & 255}\r\n\r\n`;
  await opened(server, Array.from({ length: 2_000 }, (_, from) => requestFrom(from)).join(""));
  await opened(server, "GET /api/v1/openapi.json HTTP/1.1\r\nhos");
  // What was sent before has arrived once this is answered.
  await send(`${server.url}/api/health`);
  const { code, tookMs } = await stopped(server);
  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(15_000);
});

test("ends the start at SIGTERM and frees the folder", { tag: ["@embedded", "@slow"] }, async () => {
  const dataDir = newFolder();
  const env = { ...process.env, NODE_ENV: "production" as const, HOST: "127.0.0.1", PORT: String(await freePort()), DATA_DIR: dataDir };
  const child = spawn(process.execPath, ["server.mjs"], { env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await expect.poll(() => existsSync(`${dataDir}/pg`), { intervals: [10], timeout: 30_000 }).toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(existsSync(`${dataDir}/lock.json`)).toBe(false);
  const server = await startServer({ dataDir });
  expect((await send(`${server.url}/api/ready`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
