import dns from "node:dns";
import { test } from "@playwright/test";
import * as outbound from "@/lib/platform/outbound";
import { expect } from "../../support/expect";
import { callAllowed, http, post, resolvesTo, serving, shortTimeout, silent } from "../../support/loopback";
import { dnsResponse, startNameServer } from "../../support/name-server";

test("reports a closed port and an unknown name as unreachable", async () => {
  const port = await serving(silent(), async (served) => served.port);
  const origin = `http://127.0.0.1:${port}`;
  const message = `The call was not sent. Nothing answers at 127.0.0.1:${port}: connection refused.`;
  expect(await outbound.call(origin, { ...post, allowOrigins: [origin] })).toMatchObject({
    kind: "failed",
    reason: "unreachable",
    message,
  });

  const unknown: outbound.Lookup = async () => {
    throw Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" });
  };
  for (const lookup of [unknown, resolvesTo()]) {
    const options = { allowOrigins: [], lookup };
    const reason = "The name api.acme.example does not resolve.";
    expect(await outbound.check("https://api.acme.example/", options)).toEqual({ ok: false, reason, forbidden: false });
    expect(await outbound.call("https://api.acme.example/", { ...post, ...options })).toMatchObject({
      message: `The call was not sent. ${reason}`,
    });
  }
});

test("a stalled look-up ends with the timeout, and its late answer is not used", async () => {
  const server = http((_request, response) => void response.end());
  await serving(server, async (served) => {
    const origin = `http://receiver.example:${served.port}`;
    const { promise, resolve } = deferred<Awaited<ReturnType<outbound.Lookup>>>();
    const options = { ...shortTimeout, allowOrigins: [origin], lookup: () => promise };
    const outcome = await outbound.call(origin, options);
    const message = "The call was not sent. receiver.example did not answer within 0.3 seconds.";
    expect(outcome).toMatchObject({ kind: "failed", reason: "timeout", isSent: false, message });
    expect(await outbound.check(origin, options)).toEqual({
      ok: false,
      reason: "receiver.example did not answer within 0.3 seconds.",
      forbidden: false,
    });

    resolve([{ address: "127.0.0.1", family: 4 }]);
    await outbound.call(origin, { ...post, allowOrigins: [origin], lookup: resolvesTo("127.0.0.1") });
    expect(served.connections).toBe(1);
  });
});

/** Replaces the name server of this process while `work` runs. */
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

test("resolves a public name at the name servers, and checks their answer", async () => {
  const address = Buffer.from(`c00c00010001000000000004${"0a000003"}`, "hex");
  const isIpv4 = (query: Buffer) => query.readUInt16BE(query.indexOf(0, 12) + 1) === 1;
  const answer = (query: Buffer) => dnsResponse(query, 0, ...(isIpv4(query) ? [address] : []));
  const reason = "api.acme.example resolves to 10.0.0.3, which is not public.";
  await withNameServer(answer, async (asked) => {
    expect(await outbound.check("https://api.acme.example/", { allowOrigins: [] })).toEqual({ ok: false, reason, forbidden: true });
    expect(asked()).toBe(2);
  });
});

test("asks again when no answer arrives, but not for a call that has ended", async () => {
  const address = Buffer.from(`c00c00010001000000000004${"0a000003"}`, "hex");
  const names: string[] = [];
  const answer = (query: Buffer) => {
    const name =
      query
        .subarray(13, query.indexOf(0, 12))
        .toString()
        .split(/[^a-z]/, 1)[0] ?? "";
    names.push(name);
    const reply = dnsResponse(query, 0, address);
    // An answer to another question is ignored, as if none had arrived.
    if (name === "ended" || names.filter((asked) => asked === name).length <= 2) reply.writeUInt16BE(query.readUInt16BE(0) ^ 1);
    return reply;
  };
  await withNameServer(answer, async () => {
    const ended = await outbound.call("https://ended.acme.example/", { ...shortTimeout, allowOrigins: [] });
    expect(ended).toMatchObject({ kind: "failed", reason: "timeout" });
    const reason = "again.acme.example resolves to 10.0.0.3, which is not public.";
    expect(await outbound.check("https://again.acme.example/", { allowOrigins: [] })).toEqual({ ok: false, reason, forbidden: true });
    expect(names).toEqual(["ended", "ended", "again", "again", "again", "again"]);
  });
});

test("twenty look-ups without an answer end in time, and delay no other look-up", async () => {
  await withNameServer(null, async (asked) => {
    const stalled = Array.from({ length: 20 }, (_, index) =>
      outbound.call(`https://slow-${index}.acme.example/`, { ...shortTimeout, timeoutMs: 3_000, allowOrigins: [] }),
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
      expect(ended.tookMs).toBeLessThan(10_000);
    }
  });
});

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
