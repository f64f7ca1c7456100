import { test } from "@playwright/test";
import * as outbound from "@/lib/platform/outbound";
import { expect } from "../../support/expect";
import { http, post, resolvesInTurn, resolvesTo, serving, silent } from "../../support/loopback";

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

test("never checks or calls a non-public host, in any spelling", async () => {
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

test("never checks or calls a port of another service, even when it was saved before", async () => {
  const lookups: string[] = [];
  const lookup = async (name: string) => {
    lookups.push(name);
    return [];
  };
  const url = "https://receiver.example:25/";
  const reason = expect.stringContaining("must not have the port 25");
  expect(await outbound.check(url, { allowOrigins: [], lookup })).toEqual({ ok: false, reason, forbidden: true });
  expect(await outbound.call(url, { ...post, allowOrigins: [], lookup })).toMatchObject({
    kind: "failed",
    reason: "refused_address",
    problem: reason,
  });
  expect(lookups).toEqual([]);
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

test("never checks or calls a name with a non-public address, whatever else it resolves to", async () => {
  await serving(silent(), async (trap) => {
    const url = `https://api.acme.example:${trap.port}/`;
    for (const address of privateAddresses) {
      for (const addresses of [[address], ["1.1.1.1", address], [address, "1.1.1.1"]]) {
        const options = { allowOrigins: [], lookup: resolvesTo(...addresses) };
        const reason = `api.acme.example resolves to ${address}, which is not public.`;
        expect(await outbound.check(url, options)).toEqual({ ok: false, reason, forbidden: true });
        expect(await outbound.call(url, { ...post, ...options }), address).toMatchObject({ kind: "failed", reason: "refused_address" });
      }
    }
    expect(trap.connections).toBe(0);
  });
});

// The private address at the end keeps the test from connecting to real hosts; the error names it alone, so the others passed.
test("reports only the non-public one of a name's addresses", async () => {
  const reason = "api.acme.example resolves to 10.0.0.3, which is not public.";
  const lookup = resolvesTo(...publicAddresses, "10.0.0.3");
  expect(await outbound.check("https://api.acme.example/", { allowOrigins: [], lookup })).toEqual({ ok: false, reason, forbidden: true });
});

test("rejects a call when its name turned private after the check", async () => {
  await serving(silent(), async (trap) => {
    const url = `https://api.acme.example:${trap.port}/`;
    // In a public range, but unassigned.
    const { lookup, asked } = resolvesInTurn("3001::1", "127.0.0.1");
    const checked = await outbound.check(url, { allowOrigins: [], lookup, timeoutMs: 100 });
    expect(checked).toEqual({ ok: false, reason: expect.stringMatching(/Nothing answers|did not answer/), forbidden: false });

    const outcome = await outbound.call(url, { ...post, allowOrigins: [], lookup });
    const message = "The call was not sent: its address may not be called. An admin can correct it in the settings.";
    // The message for agents reveals nothing of the network; the problem is shown to admins only.
    const problem = "api.acme.example resolves to 127.0.0.1, which is not public.";
    expect(outcome).toMatchObject({ kind: "failed", reason: "refused_address", message, problem });
    expect({ asked: asked.length, connections: trap.connections }).toEqual({ asked: 2, connections: 0 });
  });
});

test("a call resolves once and connects to the checked address; an allowed origin never reaches metadata", async () => {
  const server = http((_request, response) => void response.end("done"));
  await serving(server, async ({ port }) => {
    const origin = `http://receiver.example:${port}`;
    const { lookup, asked } = resolvesInTurn("127.0.0.1", "169.254.169.254", "64:ff9b::a9fe:a9fe", "127.0.0.1");
    const call = () => outbound.call(`${origin}/`, { ...post, allowOrigins: [origin], lookup });

    expect(await call()).toMatchObject({ kind: "reply", status: 200 });
    expect(await call()).toMatchObject({ kind: "failed", reason: "refused_address" });
    expect(await call()).toMatchObject({ kind: "failed", reason: "refused_address" });
    expect(await outbound.check(`${origin}/`, { allowOrigins: [origin], lookup })).toEqual({ ok: true, validUntil: null });
    expect(asked).toEqual(Array(4).fill("receiver.example"));
  });
});

test("uses the next address when the first one is dead", async () => {
  const server = http((_request, response) => void response.end("done"));
  await serving(server, async ({ port }) => {
    const origin = `http://receiver.example:${port}`;
    const outcome = await outbound.call(origin, { ...post, allowOrigins: [origin], lookup: resolvesTo("::1", "127.0.0.2", "127.0.0.1") });
    expect(outcome).toMatchObject({ kind: "reply", status: 200 });
  });
});
