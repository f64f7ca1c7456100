import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, send, test } from "../../support/fixtures";
import { newFolder, type Running, startServer } from "../../support/server";

const timeoutMs = 30_000;
/** More than the socket buffers on both sides hold. */
const requestedBytes = 24 * 1024 * 1024;

const lengthOf = async ({ url }: Running, path: string) =>
  Buffer.byteLength((await send(url + path, { headers: { "accept-encoding": "identity" } })).text);

/** The largest script of a page. */
async function scriptOf(server: Running): Promise<string> {
  const { text } = await send(`${server.url}/setup`);
  const paths = [...new Set(text.match(/\/_next\/static\/[^"\\]+\.js/g))];
  const lengths = await Promise.all(paths.map((path) => lengthOf(server, path)));
  return paths[lengths.indexOf(Math.max(...lengths))] ?? "";
}

/** Requests the same path many times at once and reads nothing until `bytes()`, which returns the number of bytes received. */
async function requestUnread(server: Running, path: string) {
  const { hostname, port } = new URL(server.url);
  const count = Math.ceil(requestedBytes / (await lengthOf(server, path)));
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  await once(socket, "connect");
  // From many addresses, because the description is limited by address.
  const head = `GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: identity\r\n`;
  socket.write(Array.from({ length: count }, (_, index) => `${head}x-forwarded-for: 192.0.${2 + (index % 200)}.1\r\n\r\n`).join(""));
  const closed = new Promise<void>((resolve) => socket.on("error", () => {}).once("close", () => resolve()));
  return {
    bytes: async (): Promise<number> => {
      socket.on("data", () => {}).resume();
      await closed;
      return socket.bytesRead;
    },
    /** Reads a little now and then for `forMs`; returns whether the connection is still open. */
    readSlowly: async (forMs: number): Promise<boolean> => {
      for (const end = Date.now() + forMs; Date.now() < end; await pause(2_000)) socket.read(100_000);
      const isThere = !socket.destroyed;
      socket.destroy();
      return isThere;
    },
  };
}

test("drops a client that does not read for 30 seconds and keeps one that reads slowly", {
  tag: ["@embedded", "@slow"],
}, async () => {
  const server = await startServer({ env: { TRUSTED_PROXIES: "1" } });
  // One path of the endpoints, one of Next.
  const paths = ["/api/v1/openapi.json", await scriptOf(server)];
  const unread = await Promise.all(paths.map((path) => requestUnread(server, path)));
  const slow = await requestUnread(server, "/api/v1/openapi.json");
  const slowRead = slow.readSlowly(timeoutMs + 8_000);
  await pause(timeoutMs + 5_000);
  for (const [index, path] of paths.entries()) {
    expect(await unread[index]?.bytes(), path).toBeLessThan(requestedBytes / 2);
  }
  expect(await slowRead).toBe(true);
  await server.stop();
});

test("ends a stream that nobody reads and keeps the others", { tag: ["@embedded", "@slow"] }, async () => {
  const path = join(newFolder(), "s");
  const token = "0123456789abcdef";
  const server = await startServer({ env: { DEMO: "1", TRUSTED_PROXIES: "1", SOCKET: path, METRICS_TOKEN: token } });
  const team = await newTeam(server);
  const { cookie } = await team.signIn();
  const open = async () => {
    const { text } = await send(`${server.url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return Number(/^beside_open_streams (\d+)/m.exec(text)?.[1]);
  };
  // A Unix socket has small buffers, so what is not read stays in the process.
  const unread = connect({ path });
  unread.pause();
  await once(unread, "connect");
  unread.write(`GET /api/w/${team.workspace}/stream HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`);
  const over = new AbortController();
  const read = await fetch(`${server.url}/api/w/${team.workspace}/stream`, { headers: { cookie }, signal: over.signal });
  const reading = read.text().catch(() => "");
  await expect.poll(open).toBe(2);

  let isCut = false;
  const lane = async (visitorId: string) => {
    for (let sent = 0; sent < 400 && !isCut; sent += 1) await team.sendMessage({ channel: "website", visitorId });
  };
  const lanes = Promise.all(Array.from({ length: 16 }, (_, index) => lane(`visitor-${index}`)));
  await expect.poll(open, { timeout: 60_000 }).toBe(1);
  isCut = true;
  await lanes;
  unread.destroy();
  over.abort();
  await reading;
  await server.stop();
});
