import { newId } from "@/lib/kernel/ids";
import { businessAccountId } from "../../support/graph-api";
import { joined } from "../../support/members";
import { kinds, phoneNumberId } from "../../support/whatsapp";
import { expect, newToken, newWhatsAppDesk, test } from "../../support/whatsapp-desk";

test.describe.configure({ mode: "default" });

test.afterEach(({ graph }) => {
  expect(graph.violations, "calls that are not as Meta documents them").toEqual([]);
});

const appSecret = "0123456789abcdef0123456789abcdef";

test("shows what to paste into Meta's app, and never a secret", { tag: "@embedded" }, async ({ ada, bob, server }) => {
  const owner = await ada.signIn();
  expect((await owner.call("GET", "/whatsapp")).body).toMatchObject({ isConnected: false, accessToken: null, verifyToken: null });
  const token = newToken();
  const saved = await owner.call("PUT", "/whatsapp", { phoneNumberId, accessToken: ` ${token}\n`, appSecret });
  expect(saved.status, saved.text).toBe(200);
  expect(saved.body).toMatchObject({
    isConnected: true,
    isOn: true,
    phoneNumberId,
    webhookUrl: `${ada.url}/api/channels/whatsapp/${ada.workspace}`,
    accessToken: `••••${token.slice(-4)}`,
    appSecret: `••••${appSecret.slice(-4)}`,
    firstMessageAt: null,
    pausedReason: null,
  });
  expect(String(saved.body["verifyToken"])).toMatch(/^[\w-]{32}$/);
  const seen = await Promise.all(["/whatsapp", "/audit", "/requests"].map((path) => owner.call("GET", path)));
  for (const { text } of [saved, ...seen]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(appSecret);
  }
  expect(server.output()).not.toContain(token);
  expect((await (await bob.signIn()).call("GET", "/whatsapp")).body).toMatchObject({ isConnected: false, verifyToken: null });
});

test("keeps a secret that is left out or empty, and the verify token always", { tag: "@embedded" }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  const body = { phoneNumberId, accessToken: "", appSecret: "", sendsReceipts: false };
  const saved = await desk.session.call("PUT", "/whatsapp", body);
  expect(saved.body).toMatchObject({ verifyToken: desk.channel.verifyToken, sendsReceipts: false, businessAccountId });
  await desk.hear(kinds.text(desk.customer, "Still signed with the same secret"));
  const { id } = await desk.write("Hello");
  await desk.reaches(id, "sent");
  expect(graph.messagesTo(desk.recipient)[0]?.token).toBe(desk.token);
});

test("rejects values that Meta never gives, with what to enter", { tag: "@embedded" }, async ({ ada }) => {
  const owner = await ada.signIn();
  const good = { phoneNumberId, accessToken: newToken(), appSecret };
  const wrong = [
    [{ ...good, phoneNumberId: "+44 7911 123456" }, "phoneNumberId"],
    [{ ...good, phoneNumberId: "../me" }, "phoneNumberId"],
    [{ ...good, businessAccountId: "me/accounts" }, "businessAccountId"],
    [{ ...good, accessToken: "EAA with spaces in between" }, "accessToken"],
    [{ ...good, accessToken: "short" }, "accessToken"],
    [{ ...good, appSecret: undefined }, "appSecret"],
  ] as const;
  for (const [body, field] of wrong) {
    const reply = await owner.call("PUT", "/whatsapp", body);
    expect(reply.status, JSON.stringify(body)).toBe(400);
    expect(reply.text).toContain(field);
  }
  expect((await owner.call("GET", "/whatsapp")).body["isConnected"]).toBe(false);
});

test("lets only admins see and change the connection, and agents use it", { tag: "@embedded" }, async ({ ada }) => {
  const desk = await newWhatsAppDesk(ada);
  const { session } = await joined(ada, desk.session, "agent");
  const calls = [
    ["GET", "/whatsapp"],
    ["PUT", "/whatsapp", { phoneNumberId }],
    ["POST", "/whatsapp/check", {}],
    ["DELETE", "/whatsapp"],
  ] as const;
  for (const [method, path, body] of calls) expect((await session.call(method, path, body)).status, path).toBe(403);
  const id = newId();
  expect((await session.call("POST", `/chats/${desk.chatId}/messages`, { id, kind: "message", text: "Hello" })).status).toBe(201);
  await desk.reaches(id, "sent");
});

test("checks the saved values at Meta, and stores the number as Meta writes it", { tag: "@embedded" }, async ({ ada, graph }) => {
  const owner = await ada.signIn();
  expect((await owner.call("POST", "/whatsapp/check", {})).status).toBe(409);
  const desk = await newWhatsAppDesk(ada);
  const good = await owner.call("POST", "/whatsapp/check", {});
  expect(good.body).toMatchObject({ ok: true, displayPhone: "+1 555-078-3881", findings: [{ ok: true }, { ok: true }] });
  expect(good.text).toContain("from now on");
  expect((await owner.call("POST", "/whatsapp/check", {})).text).not.toContain("from now on");
  expect((await owner.call("GET", "/whatsapp")).body["displayPhone"]).toBe("+1 555-078-3881");
  graph.expire(desk.token);
  const bad = await owner.call("POST", "/whatsapp/check", {});
  expect(bad.body).toMatchObject({ ok: false, findings: [{ ok: false, message: expect.stringContaining("access token") }, { ok: false }] });
  expect(bad.text).not.toContain(desk.token);
});

test("counts the month's messages, and notes when the first one arrived", { tag: "@embedded" }, async ({ ada, graph }) => {
  const desk = await newWhatsAppDesk(ada);
  graph.play(desk.recipient, { code: 131_026 });
  const failed = await desk.write("Fails");
  await desk.reaches(failed.id, "failed");
  const { id } = await desk.write("Arrives");
  await desk.reaches(id, "sent");
  const { body } = await desk.session.call("GET", "/whatsapp");
  const now = new Date();
  expect(body["month"]).toEqual({
    from: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString(),
    sent: 1,
    received: 1,
  });
  expect(Date.parse(String(body["firstMessageAt"]))).toBeGreaterThan(now.getTime() - 60_000);
});

test("answers customers in the simulator only when WhatsApp is not connected or switched off", { tag: "@embedded" }, async ({
  ada,
  graph,
}) => {
  const desk = await newWhatsAppDesk(ada);
  await desk.session.call("PUT", "/whatsapp", { phoneNumberId, isOn: false });
  const { id, reply } = await desk.write("Nobody outside hears this");
  expect(reply.status).toBe(201);
  expect(await desk.item(id)).not.toHaveProperty("status");
  expect((await desk.session.call("GET", `/chats/${desk.chatId}/window`)).body).toMatchObject({ hasWindow: false, opensUntil: null });
  expect(graph.messagesTo(desk.recipient)).toEqual([]);
});
