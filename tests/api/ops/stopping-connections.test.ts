import { once } from "node:events";
import { existsSync } from "node:fs";
import { Agent, type ClientRequest, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, send, test } from "../../support/fixtures";
import { newFolder, type Running, startServer } from "../../support/server";

const tag = ["@embedded", "@slow"];

type Address = { port: number } | { socketPath: string };

/** The status of a GET, and whether the response closes its connection. */
function get(address: Address, agent: Agent): Promise<{ status: number; isLast: boolean }> {
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = request({ ...address, host: "127.0.0.1", path: "/api/v1/openapi.json", agent }, (response) => {
      const isLast = response.headers.connection === "close";
      response.resume().once("end", () => resolve({ status: response.statusCode ?? 0, isLast }));
    });
    sent.once("error", reject).end();
  });
}

const portOf = ({ url }: Running) => ({ port: Number(new URL(url).port) });
const oneConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });
const isRefused = ({ url }: Running) =>
  send(`${url}/api/health`).then(
    () => false,
    () => true,
  );

test("answers a kept-alive connection after the port is closed and closes it afterwards", { tag }, async () => {
  const server = await startServer({ env: { DRAIN_SECONDS: "1" } });
  const agent = oneConnection();
  expect(await get(portOf(server), agent)).toEqual({ status: 200, isLast: false });
  const stopping = server.stop();
  await expect.poll(() => isRefused(server), { intervals: [50] }).toBe(true);
  expect(await get(portOf(server), agent)).toEqual({ status: 200, isLast: true });
  expect(await stopping).toBe(0);
});

test("delivers an early rejection in full while the body is still being sent during the stop", { tag }, async () => {
  const server = await startServer({ env: { DRAIN_SECONDS: "1" } });
  const socket = connect({ host: "127.0.0.1", ...portOf(server), allowHalfOpen: true });
  await once(socket, "connect");
  socket.write("POST /api/v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r");
  const stopping = server.stop();
  await expect.poll(() => isRefused(server), { intervals: [50] }).toBe(true);
  let received = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    received += String(chunk);
  });
  socket.write("\n");
  await expect.poll(() => received).toContain("missing_key");
  const errors: unknown[] = [];
  socket.on("error", (error) => errors.push(error));
  socket.end("x".repeat(60_000));
  await once(socket, "close");
  expect(errors).toEqual([]);
  expect(await stopping).toBe(0);
});

test("serves a Unix socket like the port, removes its file at SIGTERM and serves connected clients", { tag }, async () => {
  const socketPath = join(newFolder(), "beside.sock");
  const server = await startServer({ env: { SOCKET: socketPath, DRAIN_SECONDS: "1" } });
  const agent = oneConnection();
  expect(await get({ socketPath }, agent)).toEqual({ status: 200, isLast: false });
  const stopping = server.stop();
  await expect.poll(() => existsSync(socketPath), { intervals: [20] }).toBe(false);
  expect((await get({ socketPath }, agent)).status).toBe(200);
  await expect(get({ socketPath }, oneConnection())).rejects.toThrow("ENOENT");
  expect(await stopping).toBe(0);
});

test("replaces a socket file that a killed process left and keeps the file of the next process at a stop", { tag }, async () => {
  const socketPath = join(newFolder(), "beside.sock");
  const env = { SOCKET: socketPath, DRAIN_SECONDS: "1" };
  const killed = await startServer({ env });
  await killed.kill();
  expect(existsSync(socketPath)).toBe(true);
  const [first, second] = [await startServer({ env }), await startServer({ env })];
  expect(await first.stop()).toBe(0);
  expect(await get({ socketPath }, oneConnection())).toMatchObject({ status: 200 });
  expect(await second.stop()).toBe(0);
  expect(existsSync(socketPath)).toBe(false);
});
