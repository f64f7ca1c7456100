import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, send, test } from "../support/fixtures";
import { newFolder, type Running, startServer } from "../support/server";

const patienceMs = 30_000;
/** More than the systems on both sides keep of it. */
const askedBytes = 24 * 1024 * 1024;

const lengthOf = async ({ url }: Running, path: string) =>
  Buffer.byteLength((await send(url + path, { headers: { "accept-encoding": "identity" } })).text);

/** The largest of the scripts of a page. */
async function scriptOf(server: Running): Promise<string> {
  const { text } = await send(`${server.url}/setup`);
  const paths = [...new Set(text.match(/\/_next\/static\/[^"\\]+\.js/g))];
  const lengths = await Promise.all(paths.map((path) => lengthOf(server, path)));
  return paths[lengths.indexOf(Math.max(...lengths))] ?? "";
}

/** Asks for the same many times in one go, and reads nothing until `bytes()` is called; that is how much came in the end. */
async function askedAndUnread(server: Running, path: string) {
  const { hostname, port } = new URL(server.url);
  const count = Math.ceil(askedBytes / (await lengthOf(server, path)));
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  await once(socket, "connect");
  // From many addresses: the description is limited by them.
  const head = `GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: identity\r\n`;
  socket.write(Array.from({ length: count }, (_, index) => `${head}x-forwarded-for: 192.0.${2 + (index % 200)}.1\r\n\r\n`).join(""));
  const closed = new Promise<void>((resolve) => socket.on("error", () => {}).once("close", () => resolve()));
  return {
    bytes: async (): Promise<number> => {
      socket.on("data", () => {}).resume();
      await closed;
      return socket.bytesRead;
    },
    /** Takes a little now and then, for so long; whether the connection is still there then. */
    sip: async (forMs: number): Promise<boolean> => {
      for (const end = Date.now() + forMs; Date.now() < end; await pause(2_000)) socket.read(100_000);
      const isThere = !socket.destroyed;
      socket.destroy();
      return isThere;
    },
  };
}

test("who does not read what it asked for is dropped after 30 seconds, and who reads slowly is not", {
  tag: ["@embedded", "@slow"],
}, async () => {
  const server = await startServer({ env: { TRUSTED_PROXIES: "1" } });
  // From the endpoints, and from Next.
  const paths = ["/api/v1/openapi.json", await scriptOf(server)];
  const unread = await Promise.all(paths.map((path) => askedAndUnread(server, path)));
  const slow = await askedAndUnread(server, "/api/v1/openapi.json");
  const sipped = slow.sip(patienceMs + 8_000);
  await pause(patienceMs + 5_000);
  for (const [index, path] of paths.entries()) {
    expect(await unread[index]?.bytes(), path).toBeLessThan(askedBytes / 2);
  }
  expect(await sipped).toBe(true);
  await server.stop();
});

test("a stream that nobody reads is cut, and the others hear on", { tag: ["@embedded", "@slow"] }, async () => {
  const path = join(newFolder(), "s");
  const token = "0123456789abcdef";
  const server = await startServer({ env: { DEMO: "1", TRUSTED_PROXIES: "1", SOCKET: path, METRICS_TOKEN: token } });
  const team = await newTeam(server);
  const { cookie } = await team.signIn();
  const open = async () => {
    const { text } = await send(`${server.url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return Number(/^beside_open_streams (\d+)/m.exec(text)?.[1]);
  };
  // Of a Unix socket the system keeps little: what is not read stays in the process.
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
    for (let said = 0; said < 400 && !isCut; said += 1) await team.says({ channel: "website", visitorId });
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
