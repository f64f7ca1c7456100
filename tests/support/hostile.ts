import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { certificate } from "./certificate";
import { startNameServer } from "./name-server";

/** Servers that misbehave towards a caller. `addressOf` returns the address of one kind of misbehaviour. */
export type Hostile = {
  origins: string[];
  /** An authority to trust, so that only the name of a certificate is wrong. */
  authorityFile: string;
  addressOf: (kind: string) => string;
  /** The number of connections to the target of the redirects. */
  trapped: () => number;
  /** A name server that never answers, and the number of its queries. */
  nameServer: string;
  asked: () => number;
  close: () => void;
};

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const whole =
  (body: string | Buffer, headers = "") =>
  (socket: Socket) => {
    socket.write(`${head}${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`);
    socket.end(body);
  };
const flood = (first: string, bytes: string) => (socket: Socket) => {
  const more = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on("drain", more).write(first);
  more();
};
const bomb = gzipSync(Buffer.alloc(50_000_000));
const headers = (count: number, value: string) => Array.from({ length: count }, (_, index) => `x-h${index}: ${value}\r\n`).join("");

type Behaviour = (socket: Socket, trap: string) => void;

const behaviours: Record<string, Behaviour> = {
  "a body without end": flood(`${head}\r\n`, "x".repeat(16_384)),
  "headers without end": flood(head, "x-y: zzzz\r\n".repeat(99)),
  "one byte a second": (socket) => {
    socket.write(`${head}content-length: 60000\r\n\r\n`);
    const drops = setInterval(() => socket.write("x"), 1_000);
    socket.once("close", () => clearInterval(drops));
  },
  silence: () => {},
  "50 MB behind gzip": whole(bomb, "content-encoding: gzip\r\n"),
  "400 headers": whole('{"message":"Refunded."}', headers(400, "abcdefgh")),
  "400 long headers": whole("{}", headers(400, "z".repeat(100))),
  "half a reply": (socket) => {
    socket.write(`${head}content-length: 100\r\n\r\n{"message":"Ref`);
    setTimeout(() => socket.destroy(), 20);
  },
  "a message of 1 MB": whole(JSON.stringify({ message: "x".repeat(1_000_000) })),
  "a page": whole("<!doctype html><h1>It works</h1>"),
  "wrong types": whole('{"message":[1],"event":"paid"}'),
  "controls and turned text": whole('{"message":"Re\\u0000fun\\u001b[31mded \\u202e09.95\\u202c\\u0007"}'),
  "a redirect to loopback": (socket, trap) => socket.end(`HTTP/1.1 307 Go\r\nlocation: ${trap}/\r\ncontent-length: 0\r\n\r\n`),
};

export const kinds = [...Object.keys(behaviours), "a TLS handshake that stalls", "a certificate for another name"];

/** Waits for the whole request, as a real server does, and then misbehaves according to its path. */
const misbehave = (trap: () => string) => (socket: Socket) => {
  let received = "";
  socket
    .on("error", () => socket.destroy())
    .on("data", function onData(chunk) {
      received += chunk.toString("latin1");
      const [first = "", body] = received.split("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(first)?.[1] ?? 0);
      if (body === undefined || body.length < length) return;
      socket.off("data", onData).resume();
      const kind = Object.keys(behaviours)[Number(/^\w+ \/(\d+)/.exec(first)?.[1])];
      behaviours[kind ?? "silence"]?.(socket, trap());
    });
};

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A new authority, and a server with a certificate by it for another name. */
function misnamed(authorityFile: string): Server {
  const [authority, own] = [generateKeyPairSync("ec", { namedCurve: "P-256" }), generateKeyPairSync("ec", { namedCurve: "P-256" })];
  const by = { by: authority.privateKey, issuer: "Authority", until: "20990101000000Z" };
  writeFileSync(authorityFile, certificate({ subject: "Authority", of: authority.publicKey, ...by }));
  const cert = certificate({ subject: "other.example", of: own.publicKey, ...by });
  return createHttps({ cert, key: own.privateKey.export({ type: "pkcs8", format: "pem" }) }, (_request, response) => response.end("{}"));
}

export async function startHostile(): Promise<Hostile> {
  const authorityFile = join(mkdtempSync(join(tmpdir(), "beside-test-")), "authority.pem");
  const sockets = new Set<Socket>();
  let trapped = 0;
  let trap = "";
  const servers = [
    createTcp(misbehave(() => trap)),
    createTcp((socket) => void socket.on("error", () => socket.destroy()).resume()),
    misnamed(authorityFile),
    createTcp((socket) => {
      trapped += 1;
      socket.destroy();
    }),
  ] as const;
  for (const server of servers) server.on("connection", (socket) => sockets.add(socket.once("close", () => sockets.delete(socket))));
  const [plain, stalled, other, trapAt] = await Promise.all(servers.map(listening));
  trap = `http://${trapAt}`;
  const names = await startNameServer(null);
  const special: Record<string, string> = {
    "a TLS handshake that stalls": `https://${stalled}/`,
    "a certificate for another name": `https://${other}/`,
  };
  return {
    // The target of the redirects is allowed as well, so that only the rule about redirects keeps callers from it.
    origins: [`http://${plain}`, `https://${stalled}`, `https://${other}`, trap],
    authorityFile,
    addressOf: (kind) => special[kind] ?? `http://${plain}/${Object.keys(behaviours).indexOf(kind)}`,
    trapped: () => trapped,
    nameServer: names.address,
    asked: names.asked,
    close: () => {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
      names.close();
    },
  };
}
