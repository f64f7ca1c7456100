import { spawn } from "node:child_process";
import { expect, test } from "../../support/fixtures";
import type { Call } from "../../support/receiver";
import { freePort, killOnExit } from "../../support/server";
import { addEndpoint, callsTo } from "./helpers";

test("the example in Node takes what is sent, once, and refuses what somebody else signed", async ({ ada, receiver }) => {
  const endpoint = await addEndpoint(ada, receiver, { types: ["ping"] });
  const port = await freePort();
  const env = { ...process.env, BESIDE_WEBHOOK_SECRET: endpoint.secret, PORT: String(port) };
  const example = killOnExit(
    spawn(process.execPath, ["examples/webhooks/node/receiver.mjs"], { env, stdio: ["ignore", "pipe", "inherit"] }),
  );
  let output = "";
  example.stdout.on("data", (chunk) => {
    output += String(chunk);
  });
  const pass = async ({ headers, raw }: Call, change: Record<string, string> = {}) => {
    const signed = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"));
    const all = { ...Object.fromEntries(signed.map(([name, value]) => [name, String(value)])), ...change };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers: all, body: new Uint8Array(raw) })).status;
  };
  await ada.api("POST", `/webhook-endpoints/${endpoint.id}/test`);
  const [call] = await callsTo(receiver, endpoint, 1);
  if (!call) throw new Error("Nothing came.");
  await expect.poll(() => pass(call).catch(() => 0)).toBe(204);
  expect(await pass(call)).toBe(204);
  expect(await pass(call, { "webhook-id": "another" })).toBe(401);
  expect(await pass(call, { "webhook-timestamp": String(Math.floor(Date.now() / 1000) - 400) })).toBe(401);
  expect(await pass(call, { "webhook-signature": `v1,AAAA ${call.headers["webhook-signature"]}` })).toBe(204);
  expect(output.match(/ping/g)).toHaveLength(1);
  example.kill();
});
