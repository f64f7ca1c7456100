import { setTimeout as pause } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import * as buttons from "@/lib/actions/buttons";
import * as calls from "@/lib/actions/calls/log";
import { waitForCalls } from "@/lib/actions/calls/send";
import { startCall } from "@/lib/actions/calls/start";
import { sweep } from "@/lib/actions/calls/sweep";
import { saveAddress } from "@/lib/actions/receivers/address";
import { ingestMessage } from "@/lib/channels";
import * as chats from "@/lib/chats";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import { dryRun } from "@/lib/context/events/dry-run";
import { deleteExpired as removeOldEvents } from "@/lib/context/events/retention";
import * as samples from "@/lib/data/samples";
import * as firstRun from "@/lib/desk/first-run";
import * as panel from "@/lib/desk/panel";
import { linkPreview } from "@/lib/desk/panel/link-preview";
import { wouldReach } from "@/lib/desk/reach";
import { reached } from "@/lib/desk/reach/past";
import { firstWorkspaceOf, membershipOf, sessionsOfMembers } from "@/lib/http/auth/session";
import { newId } from "@/lib/kernel/ids";
import { run } from "@/lib/ops";
import * as people from "@/lib/people";
import { close, db, open } from "@/lib/platform/db";
import { timeStatement } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";
import { env } from "@/lib/platform/env";
import { ready } from "@/lib/platform/health";
import { startAll } from "@/lib/platform/jobs";
import * as accounts from "@/lib/workspace/accounts";
import * as audit from "@/lib/workspace/audit";
import { commandLine } from "@/lib/workspace/audit/contract";
import * as keys from "@/lib/workspace/keys";
import * as requests from "@/lib/workspace/request-log";
import { checkInstallationKey } from "@/lib/workspace/secrets/installation-key";
import * as sessions from "@/lib/workspace/sessions";
import { runBounds } from "./bounds";
import { runChats } from "./chats";
import { runDirectory } from "./directory";
import { runEmbed } from "./embed";
import { runErasure } from "./erasure";
import { runIdempotency } from "./idempotency";
import { runImports } from "./imports";
import { runInbound } from "./inbound";
import { runLinking } from "./linking";
import { runLists } from "./lists";
import { report } from "./observe";
import { runOutbound } from "./outbound";
import { runOverview } from "./overview";
import { runProblems } from "./problems";
import { runPush } from "./push";
import { runReplica } from "./replica";
import { runSearch } from "./search";
import { runTurns } from "./turns";
import { runWebhooks } from "./webhooks";
import { runWebsite } from "./website";

// Runs every raw query of the product once, on rows that it creates first, in a separate process with the database that the
// environment names.

const actor = commandLine;
const old = new Date("2020-01-01");
const noAbort = new AbortController().signal;

await open();
await checkInstallationKey();
await ready();
const created = await run({
  command: "create-workspace",
  input: { name: "Acme", slug: "acme", email: "olga@example.com", "owner-name": "Olga", password: "correct horse battery" },
});
const ws = String(created["id"]);
const account = await db().account.findUniqueOrThrow({ where: { email: "olga@example.com" } });
const agent = { id: account.id, name: account.name, role: "owner" as const };

// Sessions.
const sessionId = await sessions.begin({ ...account, epoch: account.sessionEpoch }, { network: "127.0.0.1", agent: "Firefox" });
const cookie = await encode({ token: { sid: sessionId }, secret: env().NEXTAUTH_SECRET, maxAge: 3600 });
await membershipOf(cookie, (await firstWorkspaceOf(account)) ?? "");
await membershipOf(cookie, "nowhere");
await sessionsOfMembers(ws, [sessionId]);
await db().$transaction((tx) => accounts.isSessionActive(tx, sessionId));

// Keys.
const { key, secret } = await keys.create(ws, actor, { name: "First" });
await keys.holderOf(secret, async () => undefined);
await keys.rotate(ws, actor, { id: key.id, overlapSeconds: 60 });

// Contacts, people and chats.
const attributes = { plan: "pro", seats: 12, trial: true };
await contacts.put(ws, "user_1", { name: "Ada", email: "ada@example.com", phone: "447911000001", attributes });
await contacts.put(ws, "user_1", { phone: "447911000001" });
// Two at once are written by one statement.
await Promise.all(["user_1", "user_3"].map((userId) => contacts.put(ws, userId, { attributes })));
const { chatId } = await ingestMessage(ws, { channel: "whatsapp", phone: "447911000001", name: "Ada" }, { id: newId(), text: "Hello" });
await ingestMessage(ws, { channel: "whatsapp", phone: "447911000001" }, { id: newId(), text: "Anybody?" });
const stranger = await ingestMessage(ws, { channel: "whatsapp", phone: "447911000002" }, { id: newId(), text: "Hello" });
const movedSender = { channel: "whatsapp", phone: "447911000003", channelUserId: "c3" } as const;
await ingestMessage(ws, movedSender, { id: newId(), text: "One" });
await ingestMessage(
  ws,
  { ...movedSender, phone: "447911000002", channelUserId: "c3" },
  { id: newId(), text: "A number that somebody has" },
);
const typedSender = { channel: "website", visitorId: "visitor_1", email: "ada@example.com", typedPhone: "447911000001" } as const;
const visitor = await ingestMessage(ws, typedSender, { id: newId(), text: "Hi" });
await ingestMessage(ws, { channel: "website", visitorId: "visitor_2", userId: "user_2" }, { id: newId(), text: "Hi" });
await contacts.put(ws, "user_1", { phone: "447911000009" });
await contacts.put(ws, "user_1", { phone: "447911000001" });

// Events.
const problem = { event: "Payment failed", properties: { amount: "59.90 EUR" } };
const keyed = { key: "one", body: problem };
const keyless = { key: undefined, body: undefined };
await events.record(ws, { ...problem, userId: "user_1" }, keyed);
await events.record(ws, { ...problem, userId: "user_1" }, keyed);
await events.record(ws, { event: "Order placed", userId: "user_1", phone: "447911000001" });
await dryRun(ws, { ...problem, userId: "user_1", phone: "447911000001" }, keyless);
const { personId } = await db().chat.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId: ws, id: stranger.chatId } } });
await db().$transaction((tx) => events.recordForChat(tx, ws, { personId, chatId: stranger.chatId }, { event: "Refund issued" }));
await contacts.get(ws, "user_1");

// Buttons and their calls: nothing listens at the address.
await saveAddress(ws, actor, "http://127.0.0.1:9");
const options = { coolDownSeconds: 60 } as never;
const button = await buttons.addButton(ws, actor, { label: "Refund", action: "refund", options });
await buttons.problemNames(ws);
await startCall(ws, chatId, agent, { id: newId(), buttonId: button.id });
await waitForCalls();
await db().actionCall.updateMany({ where: { workspaceId: ws }, data: { isSent: true } });
// Within its cooldown: refused after its last press was read.
await startCall(ws, chatId, agent, { id: newId(), buttonId: button.id }).catch(() => undefined);

// The first run, with everything there; and the sample people of another workspace.
await firstRun.read(ws);
const { id: emptyId } = await run({
  command: "create-workspace",
  input: { name: "Empty", slug: "empty", email: "eve@example.com", "owner-name": "Eve", password: "correct horse battery" },
});
const eve = await db().account.findUniqueOrThrow({ where: { email: "eve@example.com" }, select: { id: true, name: true } });
await samples.add(String(emptyId), eve);
await firstRun.read(String(emptyId));
await samples.remove(String(emptyId), actor);

// Reads and actions of agents.
for (const id of [chatId, stranger.chatId, visitor.chatId]) {
  for (const cursor of [{}, { after: 0 }, { cursor: "before_2" }, { cursor: "before_2", from: 1 }]) await chats.items(ws, id, cursor);
  const { events: infos } = await panel.read(ws, id, "owner");
  for (const { id: cursor, level } of infos) await panel.olderEvents(ws, id, { cursor, level });
  const { items } = await panel.olderEvents(ws, id, { level: "problem" });
  for (const { id: cursor, level } of items) await panel.olderEvents(ws, id, { cursor, level });
}
await runProblems(ws, chatId, { agent, userId: "user_1" });
await chats.write(ws, chatId, agent, { id: newId(), kind: "message", text: "Hello Ada" });
await chats.setStatus(ws, stranger.chatId, { agent, status: "closed" });
await runChats(ws, agent, chatId);
await runDirectory(ws, { agent, userId: "user_1" });
await linkPreview(ws, visitor.chatId, "user_1");
const toLink = { by: actor, userId: "user_1" };
await people.linkPerson(ws, visitor.chatId, toLink);
await people.unlinkPerson(ws, visitor.chatId, toLink);
await people.linkPerson(ws, visitor.chatId, toLink);
await audit.actors(ws);
const listed = await calls.list(ws, {});
for (const { id } of listed.items) await calls.get(ws, id);
await runLists(ws, listed.items[0]?.id ?? newId());
requests.note({
  workspaceId: ws,
  keyId: key.id,
  method: "PUT",
  route: "/api/v1/contacts/{userId}",
  path: "/api/v1/contacts/user_1",
  status: 200,
  tookMs: 1.5,
  requestId: newId(),
  ignored: "user_id",
});
requests.note({
  ...{ workspaceId: ws, keyId: key.id, method: "POST", route: "/api/v1/events", path: "/api/v1/events", status: 400, tookMs: 1.5 },
  ...{ requestId: newId(), refused: { code: "invalid_request", message: "level is wrong" }, sent: { json: { level: "loud" } } },
});
for (const { id } of (await requests.list(ws, {})).items) await requests.get(ws, id);
await requests.groups(ws);
await wouldReach(ws, { event: "Card declined", userId: "user_1" });
for (const { id } of await db().event.findMany({ where: { workspaceId: ws }, take: 20 })) await reached(ws, id);
await requests.changeSettings(ws, actor, { keepsBodies: false });

// Channels, and the panel elsewhere.
await runLinking(ws);
await runInbound(ws);
await runErasure(ws);
await runWebsite(ws);
await runImports(ws);
await runWebhooks(ws);
await runPush(ws, agent, sessionId);
await runEmbed(ws, { agent, sessionId, slug: "acme", userId: "user_1", phone: "447911000001" });
await runOutbound(ws, agent);
await runSearch(ws);
await runBounds(ws);
await runTurns(ws);
await runIdempotency(ws);

// The overview, and who answers lists.
await runOverview(ws);
await runReplica();

// The clock, which an instance asks for at a server.
await rows(db(), timeStatement)();

// Abandoned calls and deletions.
await db().actionCall.updateMany({ where: { workspaceId: ws }, data: { state: "sending", startedAt: old } });
await sweep();
await db().actionCall.updateMany({ where: { workspaceId: ws }, data: { state: "working", answerBy: old } });
await sweep();
await calls.deleteExpired(noAbort);
await requests.deleteExpired(noAbort);
await db().workspace.update({ where: { id: ws }, data: { eventsKeptDays: 30 } });
await removeOldEvents(noAbort);
const stopRemoval = await startAll(contacts.jobs);
await contacts.remove(ws, "user_1");
while ((await db().contact.count({ where: { workspaceId: ws, deletedAt: { not: null } } })) > 0) await pause(100);

await stopRemoval();
await close();
report();
