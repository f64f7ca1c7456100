import { createHash } from "node:crypto";
import { createServer as createHttp } from "node:http";
import type { Server } from "node:net";
import { gzipSync } from "node:zlib";
import { test } from "@playwright/test";
import * as outbound from "@/lib/platform/outbound";
import { expect } from "../../support/expect";
import { body, callAllowed, http, post, serving, silent, tcp } from "../../support/loopback";

test("returns a redirect as a reply, and does not follow it", async () => {
  await serving(silent(), async (trap) => {
    const location = `http://127.0.0.1:${trap.port}/`;
    for (const status of [301, 302, 303, 307, 308]) {
      const { outcome } = await callAllowed(http((_request, response) => void response.writeHead(status, { location }).end()));
      expect(outcome).toMatchObject({ kind: "reply", status, headers: { location } });
    }
    expect(trap.connections).toBe(0);
  });
});

test("ignores a proxy in the environment", async () => {
  await serving(silent(), async (trap) => {
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"];
    for (const name of names) process.env[name] = `http://127.0.0.1:${trap.port}`;
    const { outcome } = await callAllowed(http((_request, response) => void response.end()));
    for (const name of names) delete process.env[name];
    expect(outcome).toMatchObject({ kind: "reply", status: 200 });
    expect(trap.connections).toBe(0);
  });
});

test("sends exactly the given bytes once, and returns the whole reply", async () => {
  const server = createHttp(async (request, response) => {
    const hash = createHash("sha256");
    for await (const chunk of request) hash.update(chunk);
    response.writeHead(418, { "x-many": ["a", "b"], "content-encoding": "identity" });
    response.end(JSON.stringify([request.method, request.url, request.headers, hash.digest("hex")]));
  });
  const { outcome, connections } = await callAllowed(server);
  if (outcome.kind === "failed") throw new Error(outcome.message);

  expect(connections).toBe(1);
  expect(outcome).toMatchObject({ status: 418, headers: { "x-many": "a, b" }, tookMs: expect.any(Number) });
  const headers = expect.objectContaining({
    "content-type": "application/json",
    "content-length": String(body.length),
    "accept-encoding": "identity",
  });
  expect(JSON.parse(outcome.body.toString())).toEqual(["POST", "/actions?x=1", headers, createHash("sha256").update(body).digest("hex")]);
});

test("fails loudly for a header that cannot be sent, because that is no failure of the receiver", async () => {
  await serving(silent(), async ({ port }) => {
    const origin = `http://127.0.0.1:${port}`;
    const sent = outbound.call(origin, { ...post, headers: { "two words": "x" }, allowOrigins: [origin] });
    await expect(sent).rejects.toThrow("Header name must be a valid HTTP token");
  });
});

test("reads a reply of 64 KiB, and rejects one byte more", async () => {
  const reply = (bytes: number) => http((_request, response) => void response.end(Buffer.alloc(bytes)));
  expect((await callAllowed(reply(65_536))).outcome).toMatchObject({ kind: "reply", body: Buffer.alloc(65_536) });
  expect((await callAllowed(reply(65_537))).outcome).toMatchObject({ kind: "failed", reason: "too_large" });
});

/** These wait for the request, as a real server does, and then send their bytes: at intervals, as fast as possible, or once. */
const drip = (first: string, bytes: string) => () =>
  tcp((socket) => {
    socket.once("data", () => {
      socket.write(first);
      const timer = setInterval(() => socket.write(bytes), 20);
      socket.once("close", () => clearInterval(timer));
    });
  });
const flood = (first: string, bytes: string) => () =>
  tcp((socket) => {
    const more = () => {
      while (socket.write(bytes));
    };
    socket.on("drain", more).once("data", () => {
      socket.write(first);
      more();
    });
  });
const replies = (bytes: string) => () => tcp((socket) => void socket.once("data", () => socket.end(bytes)));
const head = "HTTP/1.1 200 OK\r\n";

const misbehaving: [what: string, server: () => Server, reason: outbound.Reason, problem: RegExp][] = [
  ["stays silent", silent, "timeout", /did not answer within 0\.3 seconds/],
  ["sends its reply byte by byte", drip(`${head}content-length: 60000\r\n\r\n`, "x"), "timeout", /0\.3 seconds/],
  ["sends its headers line by line", drip(head, "x-y: z\r\n"), "timeout", /0\.3 seconds/],
  ["drips interim replies", drip("", "HTTP/1.1 103 Early Hints\r\n\r\n"), "timeout", /0\.3 seconds/],
  ["floods with interim replies", flood("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(99)), "bad_reply", /more than 100 interim/],
  ["floods with 100 Continue", flood("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(99)), "bad_reply", /more than 100 interim/],
  ["sends a chunk without end", flood(`${head}transfer-encoding: chunked\r\n\r\n1;`, "x".repeat(4096)), "bad_reply", /not an HTTP reply/],
  ["sends a body without end", flood(`${head}\r\n`, "x".repeat(4096)), "too_large", /more than 65536 bytes/],
  ["sends headers without end", flood(head, "x-y: zzzz\r\n".repeat(99)), "too_large", /more than 16384 bytes of headers/],
  ["compresses", () => http((_, reply) => void reply.setHeader("content-encoding", "gzip").end(gzipSync("{}"))), "bad_reply", /compressed/],
  ["closes at once", () => tcp((socket) => socket.destroy()), "bad_reply", /closed the connection/],
  ["closes without a reply", () => http((request) => void request.socket.destroy()), "bad_reply", /closed the connection/],
  ["closes in the middle", replies(`${head}content-length: 9\r\n\r\n{`), "bad_reply", /closed the connection/],
  ["does not speak HTTP", replies("SSH-2.0-OpenSSH_9.9\r\n"), "bad_reply", /not an HTTP reply/],
  ["changes the protocol", replies("HTTP/1.1 101 Go\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"), "bad_reply", /closed the connection/],
];

for (const [what, server, reason, problem] of misbehaving) {
  for (const method of ["POST", "GET"] as const) {
    test(`a ${method} to a server that ${what} fails once, in time and with a plain message`, async () => {
      const { outcome, connections } = await callAllowed(server(), { method });
      expect(outcome).toMatchObject({ kind: "failed", reason, isSent: true, message: expect.stringMatching(problem) });
      expect(outcome).toMatchObject({ message: expect.stringMatching(/The call may have happened: look before you press again\.$/) });
      expect(outcome.tookMs).toBeLessThan(3_000);
      expect(connections).toBe(1);
    });
  }
}

const interim: [what: string, bytes: string][] = [
  ["100 Continue", "HTTP/1.1 100 Continue\r\n\r\n"],
  ["100 Continue with headers", "HTTP/1.1 100 Continue\r\nserver: nginx\r\ncontent-length: 5\r\n\r\n"],
  ["102 Processing", "HTTP/1.1 102 Processing\r\n\r\n"],
  ["103 Early Hints", "HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n"],
  ["an unknown 1xx", "HTTP/1.1 199 Soon\r\n\r\n"],
];
const finals: [status: number, bytes: string][] = [
  [200, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"],
  [502, "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 2\r\n\r\n{}"],
];

test("informational responses are read and skipped, several of them too, in one piece or in several", async () => {
  const all = interim.map(([, bytes]) => bytes).join("");
  for (const [what, first] of [...interim, ["all of them", all], ["a hundred of them", (interim[0]?.[1] ?? "").repeat(100)]] as const) {
    for (const [status, last] of finals) {
      for (const pieces of [[first + last], [first, last], [...(first.match(/[\s\S]{1,7}/g) ?? []), last]].filter(
        ({ length }) => length < 99,
      )) {
        const server = tcp((socket) => {
          socket.setNoDelay(true).once("data", async () => {
            for (const piece of pieces) await new Promise((sent) => socket.write(piece, sent));
            socket.end();
          });
        });
        const { outcome, connections } = await callAllowed(server, { timeoutMs: 10_000 });
        expect(outcome, what).toMatchObject({ kind: "reply", status, body: Buffer.from("{}") });
        expect(connections).toBe(1);
      }
    }
  }
});

test("what is sent before the reply ends without one is no reply", async () => {
  const { outcome } = await callAllowed(replies("HTTP/1.1 100 Continue\r\n\r\n")());
  expect(outcome).toMatchObject({
    kind: "failed",
    reason: "bad_reply",
    isSent: true,
    problem: expect.stringMatching(/closed the connection/),
  });
});

test("the status of a refusal counts whatever its body is: too long, or compressed", async () => {
  const long = http((_request, response) => void response.writeHead(502).end(Buffer.alloc(65_537, "x")));
  expect((await callAllowed(long, { timeoutMs: 10_000 })).outcome).toMatchObject({
    kind: "reply",
    status: 502,
    body: Buffer.alloc(65_536, "x"),
  });
  const compressed = http((_request, response) => void response.writeHead(400, { "content-encoding": "gzip" }).end(gzipSync("{}")));
  expect((await callAllowed(compressed, { timeoutMs: 10_000 })).outcome).toMatchObject({
    kind: "reply",
    status: 400,
    body: Buffer.alloc(0),
  });
});
