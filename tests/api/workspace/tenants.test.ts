import { exportFormats } from "@/lib/desk/directory/shared/export-formats";
import { newId } from "@/lib/kernel/ids";
import { contracts, newIds, pathOf, titleOf, writes } from "../../support/contracts";
import { customer, newDesk } from "../../support/desk";
import { png } from "../../support/files";
import { test as base, expect, newTeam, onceAWorker, type Reply, type Session, type Team } from "../../support/fixtures";
import { checkedImport } from "../../support/imports";
import { addMember, idOf, invited, joined } from "../../support/members";
import type { Receiver } from "../../support/receiver";
import { upload } from "../../support/uploads";
import { panelOf } from "../helpers";

const secretWord = "xylophone";

/** A team with an instance of everything that has an id, all of it marked with a word. */
async function createWorld(team: Team, { receiver, word, userId }: { receiver: Receiver; word: string; userId: string }) {
  await team.api("PUT", `/contacts/${userId}`, { body: { name: `Ada ${word}`, phone: customer.phone, attributes: { note: word } } });
  const desk = await newDesk(team, receiver);
  await team.sendMessage(customer, `Hello ${word}`);
  await team.api("POST", "/events", { body: { event: `Payment failed ${word}`, userId, properties: { note: word } } });
  const event = await team.api("POST", "/events", { body: { event: `Order placed ${word}`, userId } });
  await team.api("POST", "/events", { body: { event: "Order placed", userId: `${userId}_other`, phone: customer.phone } });
  for (const name of ["other", "former"]) await team.api("PUT", `/contacts/${userId}_${name}`, { body: { name: `${name} ${word}` } });
  const merged = await team.api("POST", `/contacts/${userId}_other/merge`, { body: { from: `${userId}_former` } });
  const conflicts = (await desk.session.call("GET", "/conflicts")).body["items"] as { id: string }[];
  const key = await desk.session.call("POST", "/keys", { name: `Key ${word}` });
  desk.replyWith({ status: 202 });
  const deliveryId = newId();
  await desk.press(deliveryId);
  await expect.poll(async () => (await panelOf(desk.session, desk.chatId)).running).toMatchObject([{ state: "working" }]);
  const tom = await addMember(team, { name: `Tom ${word}`, email: `${team.workspace}@${word}.example` });
  const tag = await desk.session.call("POST", "/tags", { name: `Tag ${word}`, color: "blue" });
  await desk.session.call("POST", `/chats/${desk.chatId}/tags`, { tagId: tag.body["id"], isSet: true });
  const reply = await desk.session.call("POST", "/replies", { title: `Reply ${word}`, shortcut: word, text: `Hello ${word}` });
  const { id: invitationId } = await invited(desk.session, `pending-${team.workspace}@${word}.example`);
  await team.signIn();
  const { sessions } = (await desk.session.call("GET", "/me/sessions")).body as { sessions: { id: string; isThis: boolean }[] };
  const panel = await panelOf(desk.session, desk.chatId);
  const others = (await desk.session.call("GET", `/contacts?text=${userId}_other`)).body["items"] as { id: string }[];
  const hook = { url: `${receiver.origin}/${team.workspace}/hook`, types: ["ping"], description: `Hook ${word}` };
  const { endpoint } = (await team.api("POST", "/webhook-endpoints", { body: hook })).body as { endpoint: { id: string } };
  const ping = await team.api("POST", `/webhook-endpoints/${endpoint.id}/test`);
  const imported = await checkedImport(team, `id,name\n${userId}_file,${word}\n`);
  const ids = {
    importId: imported.id,
    endpointId: endpoint.id,
    webhookEventId: String(ping.body["eventId"]),
    chatId: desk.chatId,
    contactId: panel.contact?.id ?? "",
    otherContactId: others[0]?.id ?? "",
    mergeId: String(merged.body["mergeId"]),
    personId: panel.person.id,
    itemId: (await desk.items())[0]?.id ?? "",
    attachmentId: (await upload(desk.session, desk.chatId, { name: `${word}.png` })).id,
    callId: deliveryId,
    conflictId: conflicts[0]?.id ?? "",
    problemId: panel.problems[0]?.id ?? "",
    buttonId: desk.buttonId,
    keyId: (key.body["key"] as { id: string }).id,
    replyId: String(reply.body["id"]),
    tagId: String(tag.body["id"]),
    accountId: await idOf(desk.session, tom.email),
    invitationId,
    sessionId: sessions.find(({ isThis }) => !isThis)?.id ?? "",
    userId,
    eventId: String(event.body["id"]),
    deliveryId,
    requestId: ((await desk.session.call("GET", "/requests")).body["items"] as { id: string }[])[0]?.id ?? "",
  };
  // One person may make 1,200 calls a minute.
  const readers = [desk.session];
  while (readers.length < 6) readers.push((await joined(team, desk.session, "owner")).session);
  return { team, desk, ids, readers };
}

type World = Awaited<ReturnType<typeof createWorld>>;

const worldOf = (word: string, userId: string) =>
  onceAWorker(async ({ server, receiver }) => createWorld(await newTeam(server), { receiver, word, userId }));

const test = base.extend<{ mine: World; theirs: World }>({
  mine: worldOf("own", "user_own"),
  theirs: worldOf(secretWord, "user_theirs"),
});

// Default mode runs these tests in one worker, so that the worlds are made once.
test.describe.configure({ mode: "default" });

/** What each member of a team saw last, until the team itself changes something. */
const lastSeen = new Map<Session, string>();

/** Runs what must change nothing that the team sees. Its members look in turn. */
async function expectUnchanged(world: World, work: () => Promise<void>): Promise<void> {
  const reader = world.readers.shift() ?? world.desk.session;
  world.readers.push(reader);
  const before = lastSeen.get(reader) ?? (await everything(world, reader));
  await work();
  const after = await everything(world, reader);
  lastSeen.set(reader, after);
  expect(after).toBe(before);
}

/** Everything a team can see of its own, except when a key was last used. */
async function everything({ team, desk, ids }: World, reader: Session): Promise<string> {
  const paths = [
    "/chats",
    "/chats?view=closed",
    "/chats?view=snoozed",
    "/team",
    "/chat-settings",
    "/replies",
    "/reply-settings",
    "/tags",
    "/chats?view=mentions",
    `/chats/${ids.chatId}/items`,
    `/chats/${ids.chatId}/panel`,
    `/chats/${ids.chatId}/scheduled`,
    "/contacts",
    `/contacts/${ids.contactId}`,
    `/contacts/${ids.contactId}/timeline`,
    "/attribute-display",
    "/actions",
    "/calls",
    `/calls/${ids.callId}`,
    "/keys",
    "/members",
    "/conflicts",
    "/invitations",
    "/me/sessions",
    "/plan",
    "/audit",
    "/audit/actors",
    "/retention",
    "/first-run",
    "/imports",
  ];
  const calls = paths.map((path) => (path === "/me/sessions" ? desk.session : reader).call("GET", path));
  const seen = await Promise.all([...calls, team.api("GET", `/contacts/${ids.userId}`)]);
  for (const reply of seen) expect(reply.status, reply.text).toBe(200);
  return seen.map(({ text }) => text.replace(/"lastUsedAt":("[^"]*"|null)/g, "")).join("\n");
}

const isMembers = ({ access }: { access: string }) => access !== "widget" && access !== "embed";
/** A PUT creates what it names, so it comes last. Visitors and frames have tests of their own. */
const withId = contracts
  .filter((one) => isMembers(one) && /\{(?!workspace)/.test(one.path))
  .sort((a, b) => Number(a.method === "PUT") - Number(b.method === "PUT"));

const bodies: Record<string, (mine: World["ids"]) => object> = {
  "POST /chats/{chatId}/assignee": () => ({ accountId: null }),
  "POST /chats/{chatId}/attachments": () => png,
  "POST /chats/{chatId}/block": () => ({ isBlocked: true }),
  "POST /chats/{chatId}/actions": ({ buttonId }) => ({ id: newId(), buttonId }),
  "POST /chats/{chatId}/link": ({ userId }) => ({ userId }),
  "DELETE /chats/{chatId}/link": ({ userId }) => ({ userId }),
  "POST /chats/{chatId}/messages": () => ({ id: newId(), kind: "note", text: "Hello" }),
  "POST /chats/{chatId}/messages/{itemId}/send-again": () => ({}),
  "POST /chats/{chatId}/presence": () => ({ state: "looking" }),
  "POST /chats/{chatId}/problems/handled": () => ({ handled: true }),
  "POST /chats/{chatId}/problems/{problemId}/handled": () => ({ handled: true }),
  "POST /contacts/{contactId}/problems/handled": () => ({ handled: true }),
  "POST /contacts/{contactId}/problems/{problemId}/handled": () => ({ handled: true }),
  "POST /contacts/{contactId}/merge": ({ otherContactId }) => ({ from: otherContactId, values: {} }),
  "POST /contacts/{contactId}/merges/{mergeId}/undo": () => ({}),
  "POST /api/v1/contacts/{userId}/merge": ({ userId }) => ({ from: `${userId}_other` }),
  "POST /api/v1/merges/{mergeId}/undo": () => ({}),
  "POST /contacts/{contactId}/tags": ({ tagId }) => ({ tagId, isSet: true }),
  "DELETE /contacts/{contactId}": ({ userId }) => ({ userId }),
  "DELETE /people/{personId}": () => ({ displayName: "Ada", scope: "contact" }),
  "POST /chats/{chatId}/read": () => ({ seq: 1 }),
  "POST /chats/{chatId}/request-phone": () => ({ id: newId() }),
  "POST /chats/{chatId}/scheduled": () => ({ id: newId(), text: "Hello", sendAt: new Date(Date.now() + 3_600_000).toISOString() }),
  "POST /chats/{chatId}/snooze": () => ({ until: null }),
  "POST /chats/{chatId}/status": () => ({ status: "closed" }),
  "POST /chats/{chatId}/tags": ({ tagId }) => ({ tagId, isSet: true }),
  "POST /chats/{chatId}/template": () => ({ id: newId(), name: "order_update", language: "en" }),
  "POST /chats/{chatId}/typing": () => ({}),
  "POST /conflicts/{conflictId}": () => ({ decision: "move_phone" }),
  "PATCH /actions/buttons/{buttonId}": () => ({ label: "Taken over" }),
  "POST /calls/{callId}/resend": () => ({}),
  "POST /calls/{callId}/signed": () => ({}),
  "PATCH /keys/{keyId}": () => ({ name: "Taken over" }),
  "PATCH /replies/{replyId}": () => ({ title: "Taken over" }),
  "PATCH /tags/{tagId}": () => ({ name: "Taken over" }),
  "POST /keys/{keyId}/rotate": () => ({}),
  "POST /keys/{keyId}/end": () => ({}),
  "PATCH /members/{accountId}": () => ({ role: "admin" }),
  "POST /members/{accountId}/reset": () => ({}),
  "POST /api/v1/actions/{deliveryId}/result": () => ({ message: "Taken over" }),
  "PUT /imports/{importId}/columns": () => ({ defaultCountry: "49" }),
  "POST /imports/{importId}/run": () => ({}),
  "POST /imports/{importId}/cancel": () => ({}),
  "POST /imports/{importId}/undo": () => ({}),
  "PUT /api/v1/imports/{importId}/columns": () => ({ defaultCountry: "49" }),
  "PATCH /webhooks/{endpointId}": () => ({ description: "Taken over" }),
  "POST /webhooks/{endpointId}/replay": () => ({ from: "2026-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z" }),
  "POST /webhooks/{endpointId}/rotate": () => ({}),
  "POST /webhooks/{endpointId}/test": () => ({}),
  "PATCH /api/v1/webhook-endpoints/{endpointId}": () => ({ description: "Taken over" }),
  "POST /api/v1/webhook-endpoints/{endpointId}/replay": () => ({ from: "2026-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z" }),
  "PUT /api/v1/contacts/{userId}": () => ({ name: "Taken over" }),
};

/** A response without the requested id and without times, which differ between any two responses. */
const plain = ({ status, text }: Reply, id: string) => ({
  status,
  text: text.replaceAll(id, "<id>").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>"),
});

for (const contract of withId) {
  test(`${titleOf(contract)} responds to another workspace's id as to a missing one and changes nothing`, async ({ mine, theirs }) => {
    const missing = newIds();
    const body = bodies[titleOf(contract)]?.(mine.ids);
    expect(body !== undefined || (contract.body ?? contract.file) === undefined, "an example of the body").toBe(true);
    const isPreview = titleOf(contract) === "GET /chats/{chatId}/link";
    const isMerge = titleOf(contract) === "GET /contacts/{contactId}/merge";
    const ofPreview = isMerge ? `?from=${mine.ids.otherContactId}` : isPreview ? `?userId=${mine.ids.userId}` : "";
    const query = contract.access === "session" && contract.path.endsWith("/events") ? `?cursor=${theirs.ids.eventId}` : ofPreview;
    const request = (ids: Record<string, string>): Promise<Reply> => {
      const path = pathOf(contract, ids) + query;
      const headers = contract.file ? { "x-file-name": "photo.png" } : {};
      if (contract.access === "session") return mine.desk.session.call(contract.method, path, body, headers);
      return mine.team.api(contract.method, path.replace("/api/v1", ""), body ? { body } : {});
    };
    const name = /\{(?!workspace)(\w+)\}/.exec(contract.path)?.[1] as keyof typeof theirs.ids;
    await expectUnchanged(theirs, async () => {
      const [foreign, none] = [await request(theirs.ids), await request(missing)];
      expect(plain(foreign, theirs.ids[name])).toEqual(plain(none, missing[name] ?? ""));
      expect(none.status).toBe(contract.path.endsWith("/contacts/{userId}") && contract.method === "PUT" ? 200 : 404);
      expect(foreign.text).not.toContain(secretWord);
    });
  });
}

for (const contract of contracts.filter((one) => (one.access === "session" || one.isPublished) && !writes(one) && !one.isStream)) {
  test(`${titleOf(contract)} shows nothing of another workspace`, async ({ mine, theirs }) => {
    const days = `?from=${new Date(Date.now() - 86_400_000).toISOString()}&to=${new Date(Date.now() + 86_400_000).toISOString()}&zone=UTC&chart=actions`;
    const takes = (name: string) => Object.hasOwn(contract.query?.shape ?? {}, name);
    const query = contract.isPublished
      ? [
          "",
          ...(takes("q") ? [`?q=${secretWord}`, `?email=${secretWord}@example.com`] : []),
          ...(takes("attributes") ? [`?attributes[note]=${secretWord}`] : []),
          ...(takes("open") ? ["?open=true"] : []),
          ...(takes("userId") ? [`?userId=${theirs.ids.userId}`] : []),
        ]
      : contract.path.endsWith("/events")
        ? [`?cursor=${theirs.ids.eventId}`]
        : /\/overview/.test(contract.path)
          ? [days]
          : contract.path.endsWith("/contacts/export")
            ? exportFormats.map((format) => `?format=${format}`)
            : contract.path.endsWith("/search")
              ? [`?q=${secretWord}`, `?q=${theirs.ids.userId}`]
              : contract.path.endsWith("/link")
                ? [`?userId=${mine.ids.userId}`]
                : contract.path.endsWith("/merge")
                  ? [`?from=${mine.ids.otherContactId}`]
                  : !contract.path.endsWith("/chats")
                    ? [""]
                    : [
                        "",
                        "?view=problems",
                        "?view=closed",
                        "?view=mine",
                        "?view=unassigned",
                        `?ids=${theirs.ids.chatId}`,
                        `?tag=${theirs.ids.tagId}`,
                      ];
    for (const text of query) {
      const path = pathOf(contract, mine.ids) + text;
      const reply = await (contract.isPublished ? mine.team.api("GET", path.replace("/api/v1", "")) : mine.desk.session.call("GET", path));
      expect(reply.status, reply.text).toBe(200);
      // Ids that we requested ourselves are in our own request log, and a userId that we wrote is in our contacts. The id of a
      // press is also its delivery's, so their call's id is among them.
      const { userId, deliveryId, callId, mergeId, endpointId, webhookEventId, importId, ...ids } = theirs.ids;
      const requestedIds = /\/(requests|contacts|contacts\/export|search)$/.test(contract.path)
        ? []
        : [userId, deliveryId, callId, mergeId, endpointId, webhookEventId, importId];
      const words = [secretWord, theirs.team.workspace, ...Object.values(ids), ...requestedIds];
      for (const word of words) expect(reply.text).not.toContain(word);
    }
  });
}

test("rejects a press of another workspace's button", async ({ mine, theirs }) => {
  const sent = () => [theirs.desk.calls().length, mine.desk.calls().length];
  const before = sent();
  expect((await mine.desk.press(newId(), theirs.ids.buttonId)).status).toBe(404);
  expect(sent()).toEqual(before);
});

test("rejects a link to another workspace's contact", async ({ mine, theirs }) => {
  const { chatId } = await mine.team.sendMessage({ channel: "website", visitorId: newId() });
  const userId = `user_${newId()}`;
  lastSeen.clear();
  await theirs.team.api("PUT", `/contacts/${userId}`, { body: {} });
  const reply = await mine.desk.session.call("POST", `/chats/${chatId}/link`, { userId });
  expect(reply).toMatchObject({ status: 404, body: { error: { code: "customer_not_found" } } });
});

test("does not reorder another workspace's buttons", async ({ mine, theirs }) => {
  const second = await theirs.desk.session.call("POST", "/actions/buttons", {
    label: "Second",
    action: newId().replace(/^/, "x").replaceAll("-", "_"),
  });
  lastSeen.clear();
  await expectUnchanged(theirs, async () => {
    const reply = await mine.desk.session.call("PUT", "/actions/order", { ids: [second.body["id"], theirs.ids.buttonId] });
    expect(reply.body["buttons"]).toMatchObject([{ id: mine.ids.buttonId }]);
  });
});
