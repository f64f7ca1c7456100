import { execFile } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import dns from "node:dns";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createHttps } from "node:https";
import { createServer as createTcp, type Server, type Socket } from "node:net";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import * as outbound from "@/lib/outbound";
import { certificate } from "../certificate";
import { answering, startNameServer } from "../name-server";

const body = Buffer.from('{"action":"refund","label":"Refund é 👍"}');
const post = { headers: { "content-type": "application/json" }, body, timeoutMs: 5_000 };
const brief = { ...post, timeoutMs: 300 };

type Served = { port: number; connections: number };

/** A real server on loopback. It ends only when its last connection has, so a test that ends has left none open. */
async function serving<T>(server: Server, work: (served: Served) => Promise<T>): Promise<T> {
  const served = { port: 0, connections: 0 };
  server.on("connection", () => served.connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  served.port = typeof address === "object" && address ? address.port : 0;

  const result = await work(served);
  server.close();
  await once(server, "close");
  return result;
}

const http = (listener: RequestListener) =>
  createHttp((request, response) => void request.resume().on("end", () => listener(request, response)));
const tcp = (listener: (socket: Socket) => void) => createTcp((socket) => listener(socket.on("error", () => socket.destroy())));
const silent = () => tcp((socket) => socket.resume());

const answers =
  (...addresses: string[]): outbound.Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

/** Answers each look-up differently, in order. */
function changing(...answersInOrder: string[]) {
  const asked: string[] = [];
  const lookup: outbound.Lookup = async (hostname, over) => answers(answersInOrder[asked.push(hostname) - 1] ?? "0.0.0.0")(hostname, over);
  return { lookup, asked };
}

/** Calls a server on loopback as a development receiver. */
const callAllowed = (server: Server, options: Partial<Parameters<typeof outbound.call>[1]> = {}) =>
  serving(server, async (served) => {
    const origin = `http://127.0.0.1:${served.port}`;
    const outcome = await outbound.call(`${origin}/actions?x=1`, { ...brief, allowOrigins: [origin], ...options });
    return { outcome, connections: served.connections };
  });

const literals = [
  ["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1.", "１２７．０．０．１"],
  ["[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]"],
  ["[2002:7f00:1::]", "[64:ff9b:1::7f00:1]", "0.0.0.0", "0", "[::]", "10.0.0.1", "172.16.0.1", "192.168.0.1", "0xc0a80001", "100.64.0.1"],
  [
    "169.254.169.254",
    "2852039166",
    "[fd00:ec2::254]",
    "168.63.129.16",
    "100.100.100.200",
    "[fe80::1]",
    "[fc00::1]",
    "[fec0::1]",
    "224.0.0.1",
  ],
  ["255.255.255.255", "240.0.0.1", "192.0.0.1", "198.18.0.1", "203.0.113.1", "192.88.99.1", "[100::1]", "[2001:db8::1]", "[ff02::1]"],
  ["localhost", "LOCALHOST", "localhost.", "api.localhost", "metadata.google.internal", "printer.local", "intranet"],
].flat();

test("no spelling of a non-public host is checked or called", async () => {
  await serving(silent(), async (trap) => {
    for (const host of literals) {
      for (const port of ["", `:${trap.port}`]) {
        const url = `https://${host}${port}/actions`;
        const reason = expect.stringContaining("is not public");
        expect(await outbound.check(url, { allowOrigins: [] }), url).toEqual({ ok: false, reason, forbidden: true });
        expect(await outbound.call(url, { ...post, allowOrigins: [] }), url).toMatchObject({ kind: "failed", reason: "refused_address" });
      }
    }
    expect(trap.connections).toBe(0);
  });
});

const privateAddresses = [
  [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.0.0.3",
    "172.31.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "168.63.129.16",
    "224.0.0.1",
  ],
  [
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::7f00:1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "fc00::1",
  ],
  ["fe80::1", "fe80::1%lo", "fec0::1", "fd00:ec2::254", "ff02::1", "2001:db8::1", "127.1", "0177.0.0.1", "localhost", ""],
].flat();
const publicAddresses = [
  ["1.1.1.1", "8.8.8.8", "9.9.9.9", "11.0.0.1", "100.63.0.1", "172.32.0.1", "192.169.0.1", "223.255.255.1"],
  ["2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450:4001:81b::200e", "::ffff:8.8.8.8"],
].flat();

test("a name that resolves to a non-public address is neither checked nor called, whatever else it resolves to", async () => {
  await serving(silent(), async (trap) => {
    const url = `https://api.acme.example:${trap.port}/`;
    for (const address of privateAddresses) {
      for (const addresses of [[address], ["1.1.1.1", address], [address, "1.1.1.1"]]) {
        const options = { allowOrigins: [], lookup: answers(...addresses) };
        const reason = `api.acme.example resolves to ${address}, which is not public.`;
        expect(await outbound.check(url, options)).toEqual({ ok: false, reason, forbidden: true });
        expect(await outbound.call(url, { ...post, ...options }), address).toMatchObject({ kind: "failed", reason: "refused_address" });
      }
    }
    expect(trap.connections).toBe(0);
  });
});

// The private one at the end keeps the test from knocking at strangers' doors; that it alone is blamed clears the others.
test("of the addresses of a name the public ones are not to blame", async () => {
  const reason = "api.acme.example resolves to 10.0.0.3, which is not public.";
  const lookup = answers(...publicAddresses, "10.0.0.3");
  expect(await outbound.check("https://api.acme.example/", { allowOrigins: [], lookup })).toEqual({ ok: false, reason, forbidden: true });
});

test("a name that turns private between the check and the call is refused", async () => {
  await serving(silent(), async (trap) => {
    const url = `https://api.acme.example:${trap.port}/`;
    // Public by number, but assigned to nobody.
    const { lookup, asked } = changing("3001::1", "127.0.0.1");
    const checked = await outbound.check(url, { allowOrigins: [], lookup, timeoutMs: 100 });
    expect(checked).toEqual({ ok: false, reason: expect.stringMatching(/cannot be reached|did not answer/), forbidden: false });

    const outcome = await outbound.call(url, { ...post, allowOrigins: [], lookup });
    const message = "The call was not sent: its address is not a public one. An admin can correct it in the settings.";
    // Whoever presses reads nothing of our network; an admin does.
    const problem = "api.acme.example resolves to 127.0.0.1, which is not public.";
    expect(outcome).toMatchObject({ kind: "failed", reason: "refused_address", message, problem });
    expect({ asked: asked.length, connections: trap.connections }).toEqual({ asked: 2, connections: 0 });
  });
});

test("a call resolves once and connects to what was judged; an allowed origin never leads to metadata", async () => {
  const server = http((_request, response) => void response.end("done"));
  await serving(server, async ({ port }) => {
    const origin = `http://receiver.example:${port}`;
    const { lookup, asked } = changing("127.0.0.1", "169.254.169.254", "64:ff9b::a9fe:a9fe", "127.0.0.1");
    const call = () => outbound.call(`${origin}/`, { ...post, allowOrigins: [origin], lookup });

    expect(await call()).toMatchObject({ kind: "reply", status: 200 });
    expect(await call()).toMatchObject({ kind: "failed", reason: "refused_address" });
    expect(await call()).toMatchObject({ kind: "failed", reason: "refused_address" });
    expect(await outbound.check(`${origin}/`, { allowOrigins: [origin], lookup })).toEqual({ ok: true, validUntil: null });
    expect(asked).toEqual(Array(4).fill("receiver.example"));
  });
});

test("when the first address is dead the next one is used", async () => {
  const server = http((_request, response) => void response.end("done"));
  await serving(server, async ({ port }) => {
    const origin = `http://receiver.example:${port}`;
    const outcome = await outbound.call(origin, { ...post, allowOrigins: [origin], lookup: answers("::1", "127.0.0.2", "127.0.0.1") });
    expect(outcome).toMatchObject({ kind: "reply", status: 200 });
  });
});

test("a redirect is a reply, and nobody follows it", async () => {
  await serving(silent(), async (trap) => {
    const location = `http://127.0.0.1:${trap.port}/`;
    for (const status of [301, 302, 303, 307, 308]) {
      const { outcome } = await callAllowed(http((_request, response) => void response.writeHead(status, { location }).end()));
      expect(outcome).toMatchObject({ kind: "reply", status, headers: { location } });
    }
    expect(trap.connections).toBe(0);
  });
});

test("a proxy in the environment is not used", async () => {
  await serving(silent(), async (trap) => {
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"];
    for (const name of names) process.env[name] = `http://127.0.0.1:${trap.port}`;
    const { outcome } = await callAllowed(http((_request, response) => void response.end()));
    for (const name of names) delete process.env[name];
    expect(outcome).toMatchObject({ kind: "reply", status: 200 });
    expect(trap.connections).toBe(0);
  });
});

test("exactly the given bytes are sent, once, and the whole reply comes back", async () => {
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

test("64 KiB of reply are read, one byte more is too much", async () => {
  const reply = (bytes: number) => http((_request, response) => void response.end(Buffer.alloc(bytes)));
  expect((await callAllowed(reply(65_536))).outcome).toMatchObject({ kind: "reply", body: Buffer.alloc(65_536) });
  expect((await callAllowed(reply(65_537))).outcome).toMatchObject({ kind: "failed", reason: "too_large" });
});

/** Each waits for the request, as a real server does, and then says its bytes: over and over, as fast as they are taken, or once. */
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
  ["pours out interim replies", flood("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(99)), "timeout", /0\.3 seconds/],
  ["sends a chunk without end", flood(`${head}transfer-encoding: chunked\r\n\r\n1;`, "x".repeat(4096)), "timeout", /0\.3 seconds/],
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
    test(`a server that ${what} fails the ${method} once, in time and in plain words`, async () => {
      const { outcome, connections } = await callAllowed(server(), { method });
      expect(outcome).toMatchObject({ kind: "failed", reason, message: expect.stringMatching(problem) });
      expect(outcome).toMatchObject({ message: expect.stringMatching(/The call may have happened: look before you press again\.$/) });
      expect(outcome.tookMs).toBeLessThan(1_000);
      expect(connections).toBe(1);
    });
  }
}

test("nobody there, and a name that does not exist, are unreachable", async () => {
  const port = await serving(silent(), async (served) => served.port);
  const origin = `http://127.0.0.1:${port}`;
  const message = "The call was not sent. 127.0.0.1 cannot be reached.";
  expect(await outbound.call(origin, { ...post, allowOrigins: [origin] })).toMatchObject({
    kind: "failed",
    reason: "unreachable",
    message,
  });

  const unknown: outbound.Lookup = async () => {
    throw Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" });
  };
  for (const lookup of [unknown, answers()]) {
    const options = { allowOrigins: [], lookup };
    const reason = "The name api.acme.example does not resolve.";
    expect(await outbound.check("https://api.acme.example/", options)).toEqual({ ok: false, reason, forbidden: false });
    expect(await outbound.call("https://api.acme.example/", { ...post, ...options })).toMatchObject({
      message: `The call was not sent. ${reason}`,
    });
  }
});

test("a look-up that stalls ends with the timer, and its late answer is not called", async () => {
  const server = http((_request, response) => void response.end());
  await serving(server, async (served) => {
    const origin = `http://receiver.example:${served.port}`;
    const { promise, resolve } = deferred<Awaited<ReturnType<outbound.Lookup>>>();
    const options = { ...brief, allowOrigins: [origin], lookup: () => promise };
    const outcome = await outbound.call(origin, options);
    expect(outcome).toMatchObject({ kind: "failed", reason: "timeout", message: expect.stringContaining("may have happened") });
    expect(await outbound.check(origin, options)).toEqual({
      ok: false,
      reason: "receiver.example did not answer within 0.3 seconds.",
      forbidden: false,
    });

    resolve([{ address: "127.0.0.1", family: 4 }]);
    await outbound.call(origin, { ...post, allowOrigins: [origin], lookup: answers("127.0.0.1") });
    expect(served.connections).toBe(1);
  });
});

/** A name server in place of the machine's own while `work` runs. */
async function withNameServer<T>(answer: ((query: Buffer) => Buffer) | null, work: (asked: () => number) => Promise<T>): Promise<T> {
  const server = await startNameServer(answer);
  const before = dns.getServers();
  dns.setServers([server.address]);
  try {
    return await work(server.asked);
  } finally {
    dns.setServers(before);
    server.close();
  }
}

test("a public name is asked of the name servers, and their answer is judged", async () => {
  const address = Buffer.from(`c00c00010001000000000004${"0a000003"}`, "hex");
  const isFour = (query: Buffer) => query.readUInt16BE(query.indexOf(0, 12) + 1) === 1;
  const answer = (query: Buffer) => answering(query, 0, ...(isFour(query) ? [address] : []));
  const reason = "api.acme.example resolves to 10.0.0.3, which is not public.";
  await withNameServer(answer, async (asked) => {
    expect(await outbound.check("https://api.acme.example/", { allowOrigins: [] })).toEqual({ ok: false, reason, forbidden: true });
    expect(asked()).toBe(2);
  });
});

test("twenty names whose name servers stay silent end in time, and hold up no other look-up", async () => {
  await withNameServer(null, async (asked) => {
    const stalled = Array.from({ length: 20 }, (_, index) =>
      outbound.call(`https://slow-${index}.acme.example/`, { ...brief, timeoutMs: 3_000, allowOrigins: [] }),
    );
    await expect.poll(asked).toBeGreaterThanOrEqual(20);
    const { outcome } = await callAllowed(http((_request, response) => void response.end("done")));
    const named = await serving(
      http((_request, response) => void response.end("done")),
      ({ port }) => {
        const origin = `http://localhost:${port}`;
        return outbound.call(origin, { ...post, timeoutMs: 1_000, allowOrigins: [origin] });
      },
    );
    expect([outcome, named]).toMatchObject([{ kind: "reply" }, { kind: "reply" }]);
    for (const ended of await Promise.all(stalled)) {
      expect(ended).toMatchObject({ kind: "failed", reason: "timeout" });
      expect(ended.tookMs).toBeLessThan(3_500);
    }
  });
});

test("a TLS handshake that stalls ends with the timer", async () => {
  await serving(silent(), async ({ port }) => {
    const origin = `https://127.0.0.1:${port}`;
    const options = { ...brief, allowOrigins: [origin] };
    const outcome = await outbound.call(origin, options);
    expect(outcome).toMatchObject({ kind: "failed", reason: "timeout" });
    expect(outcome.tookMs).toBeLessThan(1_000);
    expect(await outbound.check(origin, options)).toEqual({
      ok: false,
      reason: "127.0.0.1 did not answer within 0.3 seconds.",
      forbidden: false,
    });
  });
});

for (const [what, server] of [
  ["speaks no TLS", () => tcp((socket) => socket.resume().end("HTTP/1.1 400 Bad Request\r\n\r\n"))],
  ["hangs up", () => tcp((socket) => socket.destroy())],
] as const) {
  test(`a server that ${what} where https is expected is a TLS failure`, async () => {
    await serving(server(), async ({ port }) => {
      const origin = `https://127.0.0.1:${port}`;
      const reason = "There is no secure connection to 127.0.0.1: it does not complete the TLS handshake.";
      expect(await outbound.check(origin, { allowOrigins: [origin] })).toEqual({ ok: false, reason, forbidden: false });
      const outcome = await outbound.call(origin, { ...post, allowOrigins: [origin] });
      expect(outcome).toMatchObject({ kind: "failed", reason: "tls", message: `The call was not sent. ${reason}` });
    });
  });
}

// Which authorities are trusted is read when a process starts, so these calls are made by a process of their own.
test("a certificate must be in date, for the name, and from a trusted authority", async () => {
  const [authority, server] = [generateKeyPairSync("ec", { namedCurve: "P-256" }), generateKeyPairSync("ec", { namedCurve: "P-256" })];
  const file = test.info().outputPath("authority.pem");
  await writeFile(
    file,
    certificate({ subject: "Authority", of: authority.publicKey, by: authority.privateKey, issuer: "Authority", until: "20990101000000Z" }),
  );
  const issue = (subject: string, until: string) =>
    certificate({ subject, of: server.publicKey, by: authority.privateKey, issuer: "Authority", until });

  const key = server.privateKey.export({ type: "pkcs8", format: "pem" });
  const ask = (cert: string) =>
    serving(
      createHttps({ key, cert }, (_request, response) => void response.writeHead(204).end()),
      ({ port }) => askElsewhere(`https://receiver.example:${port}`, file),
    );
  const refused = (problem: string) => {
    const reason = `There is no secure connection to receiver.example: ${problem}.`;
    return [
      { ok: false, reason, forbidden: false },
      { kind: "failed", reason: "tls", message: `The call was not sent. ${reason}` },
    ];
  };

  expect(await ask(issue("receiver.example", "20880203040506Z"))).toMatchObject([
    { ok: true, validUntil: "2088-02-03T04:05:06.000Z" },
    { kind: "reply", status: 204 },
  ]);
  expect(await ask(issue("receiver.example", "20200203040506Z"))).toMatchObject(refused("its certificate has expired"));
  expect(await ask(issue("other.example", "20880203040506Z"))).toMatchObject(refused("its certificate is for another name"));
  const selfSigned = {
    subject: "receiver.example",
    issuer: "receiver.example",
    of: server.publicKey,
    by: server.privateKey,
    until: "20880203040506Z",
  };
  expect(await ask(certificate(selfSigned))).toMatchObject(refused("its certificate is self-signed"));
});

async function askElsewhere(origin: string, authorityFile: string): Promise<unknown> {
  const script = `
    import * as outbound from "./lib/outbound/index.ts";
    const options = { allowOrigins: ["${origin}"], lookup: async () => [{ address: "::1", family: 6 }, { address: "127.0.0.1", family: 4 }] };
    const asked = [await outbound.check("${origin}", options), await outbound.call("${origin}", { ...options, headers: {}, body: Buffer.from("{}") })];
    process.stdout.write(JSON.stringify(asked));`;
  // Verification must hold even where the environment asks to skip it.
  const env = { ...process.env, NODE_OPTIONS: "", NODE_EXTRA_CA_CERTS: authorityFile, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], { env });
  return JSON.parse(stdout);
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
