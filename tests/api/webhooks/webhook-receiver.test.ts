import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { newId } from "@/lib/kernel/ids";
import { expect, test } from "../../support/fixtures";
import { startKit, webhookKit } from "../../support/kit";
import type { Call } from "../../support/receiver";
import { freePort } from "../../support/server";
import { addEndpoint, callsTo } from "./helpers";

test.describe.configure({ timeout: 180_000 });

test("each example takes what is sent, once, and refuses what somebody else signed", async ({ ada, receiver }) => {
  const endpoint = await addEndpoint(ada, receiver, { types: ["ping"] });
  await ada.api("POST", `/webhook-endpoints/${endpoint.id}/test`);
  const [call] = await callsTo(receiver, endpoint, 1);
  if (!call) throw new Error("Nothing came.");
  // The library of the standard takes what is sent, and the examples take what it signs.
  const library = new Webhook(endpoint.secret);
  const text = call.raw.toString("utf8");
  expect(library.verify(text, call.headers as Record<string, string>)).toEqual(call.body);
  for (const one of webhookKit.filter(({ isMissing }) => !isMissing)) {
    const port = await freePort();
    const written = await startKit(one, one.text, { secret: endpoint.secret, port });
    const pass = async ({ headers, raw }: Call, change: Record<string, string> = {}) => {
      const signed = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"));
      const all = { ...Object.fromEntries(signed.map(([name, value]) => [name, String(value)])), ...change };
      return (await fetch(`http://127.0.0.1:${port}/beside/webhooks`, { method: "POST", headers: all, body: new Uint8Array(raw) })).status;
    };
    const signature = String(call.headers["webhook-signature"]);
    const refused = [
      { "webhook-id": newId() },
      { "webhook-timestamp": String(Math.floor(Date.now() / 1000) - 400) },
      { "webhook-timestamp": "soon" },
      { "webhook-signature": `v1,${randomBytes(32).toString("base64")}` },
      { "webhook-signature": signature.replace("v1,", "v1a,") },
    ];
    for (const change of refused) expect(await pass(call, change), `${one.name}, ${JSON.stringify(change)}`).toBe(401);
    for (const change of [{}, {}, { "webhook-signature": `v1,AAAA ${signature}` }]) expect(await pass(call, change), one.name).toBe(204);
    await expect.poll(() => written().match(/ping/g), one.name).toHaveLength(1);
    const [id, at] = [newId(), new Date()];
    const theirs = { "webhook-id": id, "webhook-timestamp": String(Math.floor(at.getTime() / 1000)) };
    expect(await pass(call, { ...theirs, "webhook-signature": library.sign(id, at, text) }), one.name).toBe(204);
  }
});
