import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer as createHttps } from "node:https";
import { createServer as createTls } from "node:tls";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import * as outbound from "@/lib/platform/outbound";
import { certificate } from "../../support/certificate";
import { expect } from "../../support/expect";
import { post, resolvesTo, serving, shortTimeout, silent, tcp } from "../../support/loopback";

test("a stalled TLS handshake ends with the timeout", async () => {
  await serving(silent(), async ({ port }) => {
    const origin = `https://127.0.0.1:${port}`;
    const options = { ...shortTimeout, allowOrigins: [origin] };
    const outcome = await outbound.call(origin, options);
    expect(outcome).toMatchObject({ kind: "failed", reason: "timeout", isSent: false });
    expect(outcome.tookMs).toBeLessThan(3_000);
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
  test(`reports a TLS failure when an https server ${what}`, async () => {
    await serving(server(), async ({ port }) => {
      const origin = `https://127.0.0.1:${port}`;
      const reason = "There is no secure connection to 127.0.0.1: it does not complete the TLS handshake.";
      expect(await outbound.check(origin, { allowOrigins: [origin] })).toEqual({ ok: false, reason, forbidden: false });
      const outcome = await outbound.call(origin, { ...post, allowOrigins: [origin] });
      expect(outcome).toMatchObject({ kind: "failed", reason: "tls", message: `The call was not sent. ${reason}` });
    });
  });
}

test("names the receiver in the TLS handshake, but not when it is called by an IP address", async () => {
  const named: string[] = [];
  const server = createTls({
    SNICallback: (name, done) => {
      named.push(name);
      done(new Error("no certificate"));
    },
  });
  await serving(server, async ({ port }) => {
    for (const host of ["127.0.0.1", "receiver.example"]) {
      const origin = `https://${host}:${port}`;
      const checked = await outbound.check(origin, { allowOrigins: [origin], lookup: resolvesTo("127.0.0.1") });
      expect(checked).toMatchObject({ ok: false, reason: expect.stringContaining("no secure connection") });
    }
  });
  expect(named).toEqual(["receiver.example"]);
});

// Node reads the trusted authorities when a process starts, so a separate process makes these calls.
test("accepts a certificate only when it is in date, for the name, and from a trusted authority", async () => {
  const [authority, server] = [generateKeyPairSync("ec", { namedCurve: "P-256" }), generateKeyPairSync("ec", { namedCurve: "P-256" })];
  const file = test.info().outputPath("authority.pem");
  await writeFile(
    file,
    certificate({ subject: "Authority", of: authority.publicKey, by: authority.privateKey, issuer: "Authority", until: "20990101000000Z" }),
  );
  const issue = (subject: string, until: string) =>
    certificate({ subject, of: server.publicKey, by: authority.privateKey, issuer: "Authority", until });

  const key = server.privateKey.export({ type: "pkcs8", format: "pem" });
  const callWith = (cert: string) =>
    serving(
      createHttps({ key, cert }, (_request, response) => void response.writeHead(204).end()),
      ({ port }) => callInNewProcess(`https://receiver.example:${port}`, file),
    );
  const tlsFailure = (problem: string) => {
    const reason = `There is no secure connection to receiver.example: ${problem}.`;
    return [
      { ok: false, reason, forbidden: false },
      { kind: "failed", reason: "tls", message: `The call was not sent. ${reason}` },
    ];
  };

  expect(await callWith(issue("receiver.example", "20880203040506Z"))).toMatchObject([
    { ok: true, validUntil: "2088-02-03T04:05:06.000Z" },
    { kind: "reply", status: 204 },
  ]);
  expect(await callWith(issue("receiver.example", "20200203040506Z"))).toMatchObject(tlsFailure("its certificate has expired"));
  expect(await callWith(issue("other.example", "20880203040506Z"))).toMatchObject(tlsFailure("its certificate is for another name"));
  const selfSigned = {
    subject: "receiver.example",
    issuer: "receiver.example",
    of: server.publicKey,
    by: server.privateKey,
    until: "20880203040506Z",
  };
  expect(await callWith(certificate(selfSigned))).toMatchObject(tlsFailure("its certificate is self-signed"));
});

async function callInNewProcess(origin: string, authorityFile: string): Promise<unknown> {
  const script = `
    import * as outbound from "./lib/platform/outbound/index.ts";
    const options = { allowOrigins: ["${origin}"], lookup: async () => [{ address: "::1", family: 6 }, { address: "127.0.0.1", family: 4 }] };
    const asked = [await outbound.check("${origin}", options), await outbound.call("${origin}", { ...options, headers: {}, body: Buffer.from("{}") })];
    process.stdout.write(JSON.stringify(asked));`;
  // Verification must hold even where the environment disables it.
  const env = { ...process.env, NODE_OPTIONS: "", NODE_EXTRA_CA_CERTS: authorityFile, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], { env });
  return JSON.parse(stdout);
}
