import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from "node:zlib";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";
import { gate } from "../../support/gate";
import { serving } from "../../support/loopback";

type Compress = (request: IncomingMessage, response: ServerResponse, path: string) => void;
type Handle = (response: ServerResponse) => unknown;

// The files of the HTTP server are not compiled, and have no types.
const compression = import(pathToFileURL("lib/http/server/compression.mjs").href) as Promise<{ compressResponse: Compress }>;
const encodings = import(pathToFileURL("lib/http/server/encodings.mjs").href) as Promise<{ encodingFor: (header: string) => unknown }>;

const long = "Hello, world. ".repeat(500);
const html = (response: ServerResponse) => response.setHeader("content-type", "text/html; charset=utf-8");
const json = (response: ServerResponse) => response.setHeader("content-type", "application/json");

type Sent = { method?: string; path?: string; accept?: string };

/** A response over HTTP, as it was on the wire, and its text. */
async function sendTo(handle: Handle, { method = "GET", path = "/page", accept = "gzip, deflate, br" }: Sent = {}) {
  const { compressResponse } = await compression;
  const server = createServer((message, response) => {
    compressResponse(message, response, path);
    handle(response);
  });
  return serving(server, async ({ port }) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port, host: "127.0.0.1", path, method, agent: false, headers: { "accept-encoding": accept } }, resolve)
        .on("error", reject)
        .end();
    });
    const body = Buffer.concat(await response.toArray());
    const decoded = { br: brotliDecompressSync, gzip: gunzipSync }[String(response.headers["content-encoding"])];
    return { headers: response.headers, bytes: body.length, text: (decoded && body.length > 0 ? decoded(body) : body).toString() };
  });
}

test("takes the best encoding that the caller accepts", async () => {
  const encodingOf = {
    "br, gzip": "br",
    gzip: "gzip",
    "gzip;q=1.0, br;q=0.2": "gzip",
    "br;q=0, gzip": "gzip",
    "*": "br",
    "*;q=0": undefined,
    "identity, deflate": undefined,
    "br;q=nonsense": undefined,
    "": undefined,
  };
  for (const [accept, encoding] of Object.entries(encodingOf)) {
    const reply = await sendTo((response) => html(response).end(long), { accept });
    expect([accept, reply.headers["content-encoding"]]).toEqual([accept, encoding]);
    expect(reply.text).toBe(long);
    expect(reply.headers.vary).toBe("Accept-Encoding");
  }
});

test("a header that was made to be slow is read as fast as any other", async () => {
  const { encodingFor } = await encodings;
  const began = performance.now();
  for (const header of [`a${" ".repeat(15_000)}!`, `gzip${"\t".repeat(15_000)};q=0`, " ;".repeat(7_500)])
    for (let time = 0; time < 50; time += 1) encodingFor(header);
  // One of them took 200 ms once.
  expect(performance.now() - began).toBeLessThan(3_000);
});

test("removes the length, weakens the tag, and adds to what the response varies by", async () => {
  const handle = (response: ServerResponse) => {
    response.setHeader("vary", "rsc");
    response.writeHead(200, { "content-type": "text/css", "content-length": long.length, etag: '"1"', "accept-ranges": "bytes" }).end(long);
  };
  const { headers, text } = await sendTo(handle);
  expect(text).toBe(long);
  expect(headers).toMatchObject({ "content-encoding": "br", vary: "rsc, Accept-Encoding", etag: 'W/"1"' });
  expect(headers).not.toHaveProperty("content-length");
  expect(headers).not.toHaveProperty("accept-ranges");

  const head = await sendTo(handle, { method: "HEAD" });
  expect(head.headers).toMatchObject({ "content-encoding": "br", vary: "rsc, Accept-Encoding", etag: 'W/"1"' });
  expect(head.headers).not.toHaveProperty("content-length");

  const plain = await sendTo(handle, { accept: "identity" });
  expect(plain.headers).toMatchObject({ "content-length": String(long.length), vary: "rsc, Accept-Encoding", etag: '"1"' });
});

const uncompressed: [string, Handle, Sent?][] = [
  ["a short body", (response) => json(response).end("{}")],
  ["a short body in parts", (response) => json(response).write("{", () => response.end("}"))],
  ["an empty body", (response) => html(response).end()],
  ["a stream of events", (response) => response.setHeader("content-type", "text/event-stream; charset=utf-8").end(long)],
  ["a body that must not be transformed", (response) => html(response.setHeader("cache-control", "no-transform")).end(long)],
  ["a picture", (response) => response.setHeader("content-type", "image/png").end(long)],
  ["a download", (response) => json(response.setHeader("content-disposition", "attachment")).end(long)],
  ["a body that is encoded already", (response) => html(response.setHeader("content-encoding", "zstd")).end(long)],
  ["an answer to POST", (response) => json(response).end(long), { method: "POST", path: "/api/w/acme/keys" }],
  ["a token of the session", (response) => json(response).end(long), { path: "/api/auth/csrf" }],
  ["a token of a frame", (response) => json(response).end(long), { path: "/api/embed/acme/panel" }],
];
for (const [what, handle, sent] of uncompressed)
  test(`leaves ${what} as it is`, async () => {
    const { headers, bytes } = await sendTo(handle, sent);
    expect([undefined, "zstd"]).toContain(headers["content-encoding"]);
    expect(bytes).toBeLessThanOrEqual(long.length);
    expect([0, 2, long.length]).toContain(bytes);
  });

test("leaves a part, and a response without a body, as they are", async () => {
  const part = (response: ServerResponse) =>
    response.writeHead(206, { "content-type": "text/css", "content-range": `bytes 0-${long.length - 1}/99999` }).end(long);
  expect((await sendTo(part)).headers).not.toHaveProperty("content-encoding");
  const unchanged = (response: ServerResponse) => response.writeHead(304, { "content-type": "text/css", etag: '"1"' }).end();
  const { headers } = await sendTo(unchanged);
  expect(headers).toMatchObject({ etag: '"1"', vary: "Accept-Encoding" });
  expect(headers).not.toHaveProperty("content-encoding");
});

test("compresses answers of the screens", async () => {
  for (const path of ["/api/w/acme/chats", "/api/widget/acme/messages"])
    expect((await sendTo((response) => json(response).end(long), { path })).headers["content-encoding"]).toBe("br");
});

test("sends on what was written while the rest is still to come", async () => {
  const { compressResponse } = await compression;
  const { opened: rest, open: goOn } = gate();
  const server = createServer(async (message, response) => {
    compressResponse(message, response, "/page");
    html(response).flushHeaders();
    response.write("first ");
    await rest;
    response.end("second");
  });
  await serving(server, async ({ port }) => {
    const sent = request({ port, host: "127.0.0.1", agent: false, headers: { "accept-encoding": "br" } }).end();
    const response = await new Promise<IncomingMessage>((resolve) => sent.on("response", resolve));
    let text = "";
    response.pipe(createBrotliDecompress()).on("data", (chunk) => {
      text += String(chunk);
    });
    await expect.poll(() => text).toBe("first ");
    goOn();
    await expect.poll(() => text).toBe("first second");
  });
});

test("waits for a client that reads slowly, and forgets one that leaves", async () => {
  const { compressResponse } = await compression;
  const part = randomBytes(100_000);
  let taken = 0;
  let isClosed = false;
  function* parts() {
    for (; taken < 2_000; taken += 1) yield part;
  }
  const server = createServer((message, response) => {
    compressResponse(message, response, "/page");
    response.setHeader("content-type", "text/plain");
    response.once("close", () => {
      isClosed = true;
    });
    pipeline(Readable.from(parts()), response).catch(() => undefined);
  });
  await serving(server, async ({ port }) => {
    const sent = request({ port, host: "127.0.0.1", agent: false, headers: { "accept-encoding": "gzip" } }).end();
    const response = await new Promise<IncomingMessage>((resolve) => sent.on("response", resolve));
    response.pause();
    let before = -1;
    await expect
      .poll(() => {
        const isStill = taken === before;
        before = taken;
        return isStill;
      })
      .toBe(true);
    expect(taken).toBeLessThan(2_000);
    sent.destroy();
    await expect.poll(() => isClosed).toBe(true);
  });
});
