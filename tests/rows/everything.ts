import { setTimeout as pause } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import * as accounts from "@/lib/domain/accounts";
import * as audit from "@/lib/domain/audit";
import { commandLine } from "@/lib/domain/audit/contract";
import * as buttons from "@/lib/domain/buttons";
import * as calls from "@/lib/domain/calls/log";
import { settled } from "@/lib/domain/calls/send";
import { press } from "@/lib/domain/calls/start";
import { sweep } from "@/lib/domain/calls/sweep";
import { receive } from "@/lib/domain/channels";
import * as chats from "@/lib/domain/chats";
import * as contacts from "@/lib/domain/contacts";
import * as events from "@/lib/domain/events";
import { removeOld as removeOldEvents } from "@/lib/domain/events/retention";
import * as keys from "@/lib/domain/keys";
import * as panel from "@/lib/domain/panel";
import * as people from "@/lib/domain/people";
import { saveAddress } from "@/lib/domain/receivers/address";
import * as requests from "@/lib/domain/request-log";
import { checkInstallationKey } from "@/lib/domain/secrets/installation-key";
import * as sessions from "@/lib/domain/sessions";
import { firstWorkspaceOf, membershipOf, sessionsOfMembers } from "@/lib/http/session";
import { newId } from "@/lib/kernel/ids";
import { run } from "@/lib/ops";
import { close, db, open } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ready } from "@/lib/platform/health";
import { report } from "./observe";

// Runs every raw query of the product once, on rows that it makes first, in a process of its own with the database that the
// environment names.

const by = commandLine;
const old = new Date("2020-01-01");
const never = new AbortController().signal;

await open();
await checkInstallationKey();
await ready();
const made = await run({
  command: "create-workspace",
  input: { name: "Acme", slug: "acme", email: "olga@example.com", "owner-name": "Olga", password: "correct horse battery" },
});
const ws = String(made["id"]);
const account = await db().account.findUniqueOrThrow({ where: { email: "olga@example.com" } });
const agent = { id: account.id, name: account.name, role: "owner" as const };

// Sessions.
const sessionId = await sessions.begin({ ...account, epoch: account.sessionEpoch }, { network: "127.0.0.1", agent: "Firefox" });
const cookie = await encode({ token: { sid: sessionId }, secret: env().NEXTAUTH_SECRET, maxAge: 3600 });
await membershipOf(cookie, (await firstWorkspaceOf(account)) ?? "");
await membershipOf(cookie, "nowhere");
await sessionsOfMembers(ws, [sessionId]);
await db().$transaction((tx) => accounts.goesOn(tx, sessionId));

// Keys.
const { key, secret } = await keys.create(ws, by, { name: "First" });
await keys.holderOf(secret, async () => undefined);
await keys.rotate(ws, by, { id: key.id, overlapSeconds: 60 });

// Contacts, people and chats.
const attributes = { plan: "pro", seats: 12, trial: true };
await contacts.put(ws, "user_1", { name: "Ada", email: "ada@example.com", phone: "447911000001", attributes });
await contacts.put(ws, "user_1", { phone: "447911000001" });
const { chatId } = await receive(ws, { channel: "whatsapp", phone: "447911000001", name: "Ada" }, { id: newId(), text: "Hello" });
await receive(ws, { channel: "whatsapp", phone: "447911000001" }, { id: newId(), text: "Anybody?" });
const stranger = await receive(ws, { channel: "whatsapp", phone: "447911000002" }, { id: newId(), text: "Hello" });
const moved = { channel: "whatsapp", phone: "447911000003", channelUserId: "c3" } as const;
await receive(ws, moved, { id: newId(), text: "One" });
await receive(ws, { ...moved, phone: "447911000002", channelUserId: "c3" }, { id: newId(), text: "A number that somebody has" });
const typed = { channel: "website", visitorId: "visitor_1", email: "ada@example.com", typedPhone: "447911000001" } as const;
const visitor = await receive(ws, typed, { id: newId(), text: "Hi" });
await receive(ws, { channel: "website", visitorId: "visitor_2", userId: "user_2" }, { id: newId(), text: "Hi" });
await contacts.put(ws, "user_1", { phone: "447911000009" });
await contacts.put(ws, "user_1", { phone: "447911000001" });

// Events.
const problem = { event: "Payment failed", properties: { amount: "59.90 EUR" } };
const keyed = { key: "one", body: problem };
await events.record(ws, { ...problem, userId: "user_1" }, keyed);
await events.record(ws, { ...problem, userId: "user_1" }, keyed);
await events.record(ws, { event: "Order placed", userId: "user_1", phone: "447911000001" });
const { personId } = await db().chat.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId: ws, id: stranger.chatId } } });
await db().$transaction((tx) => events.recordFor(tx, ws, { personId, chatId: stranger.chatId }, { event: "Refund issued" }));
await contacts.get(ws, "user_1");

// Buttons and their calls: nobody listens at the address.
await saveAddress(ws, by, "http://127.0.0.1:9");
const options = { coolDownSeconds: 60 } as never;
const button = await buttons.addButton(ws, by, { label: "Refund", action: "refund", options });
await press(ws, chatId, agent, { id: newId(), buttonId: button.id });
await settled();
await db().actionCall.updateMany({ where: { workspaceId: ws }, data: { isSent: true } });

// What agents see and do.
for (const view of ["open", "problems", "closed"] as const) await chats.list(ws, { accountId: agent.id, view });
for (const id of [chatId, stranger.chatId, visitor.chatId]) {
  for (const place of [{}, { after: 0 }, { before: 2 }]) await chats.items(ws, id, place);
  const { problems, events: others } = await panel.read(ws, id, "owner");
  for (const { id: before, level } of [...problems, ...others]) await panel.olderEvents(ws, id, { before, level });
}
await chats.write(ws, chatId, agent, { id: newId(), kind: "message", text: "Hello Ada" });
await chats.setStatus(ws, stranger.chatId, "closed");
await people.accept(ws, visitor.chatId, "user_1");
await audit.actors(ws);
const listed = await calls.list(ws, {});
for (const { id } of listed.calls) await calls.get(ws, id);
requests.note({
  workspaceId: ws,
  keyId: key.id,
  method: "PUT",
  route: "/api/v1/contacts/{userId}",
  path: "/api/v1/contacts/user_1",
  status: 200,
  tookMs: 1.5,
  requestId: newId(),
});
await requests.list(ws, {});

// What is given up, and what is removed.
await db().actionCall.updateMany({ where: { workspaceId: ws }, data: { state: "sending", startedAt: old } });
await sweep();
await db().actionCall.updateMany({ where: { workspaceId: ws }, data: { state: "working", answerBy: old } });
await sweep();
await calls.removeOld();
await requests.removeOld(never);
await db().workspace.update({ where: { id: ws }, data: { eventsKeptDays: 30 } });
await removeOldEvents(never);
const stopRemoval = contacts.startRemovalOfDeleted();
await contacts.remove(ws, "user_1");
while ((await db().contact.count({ where: { workspaceId: ws, deletedAt: { not: null } } })) > 0) await pause(100);

await stopRemoval();
await close();
report();
