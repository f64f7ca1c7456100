import { newId } from "@/lib/kernel/ids";
import { dumpOf } from "../../support/dump";
import { expect, newTeam, type Session, type Team, teamAt, test } from "../../support/fixtures";
import { startGraphApi } from "../../support/graph-api";
import { openStream } from "../../support/listening";
import { eraseMarked, foundIn, markedPerson } from "../../support/marked";
import { addMember } from "../../support/members";
import { metricsOf, metricsToken, seriesIn } from "../../support/metrics";
import { startServer } from "../../support/server";
import { filesIn } from "../../support/stored-files";
import { itemsOf, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";
import { find, nothing, whenFound } from "../search-helpers";

const erase = (session: Session, personId: string, body: object) => session.call("DELETE", `/people/${personId}`, body);
const personOf = async (session: Session, chatId: string) => (await panelOf(session, chatId)).person;
const chatsOf = async (session: Session) => (await session.call("GET", "/chats")).body["items"] as { id: string; personId?: string }[];

test("nothing of an erased person is left in any table or file, also when the process was killed at once", {
  tag: ["@embedded", "@slow"],
}, async ({ receiver }) => {
  test.setTimeout(180_000);
  const graph = await startGraphApi();
  const env = {
    ...{ DEMO: "1", TRUSTED_PROXIES: "1", METRICS_TOKEN: metricsToken, WHATSAPP_GRAPH_URL: graph.origin },
    ACTIONS_ALLOW_ORIGINS: `${graph.origin},${receiver.origin}`,
  };
  const server = await startServer({ env });
  const team = await newTeam(server);
  const marked = await markedPerson(team, receiver);
  const { chatIds, fileIds, session, markers } = marked;
  await whenFound(session, markers["website text"] ?? "", ({ messages }) => messages.items.length > 0);
  expect(filesIn(server.dataDir)).toHaveLength(3);
  expect(await eraseMarked(marked)).toEqual({ erased: true, people: 2, chats: 2, events: 2 });
  for (const chatId of chatIds) expect((await session.call("GET", `/chats/${chatId}/items`)).status).toBe(404);
  for (const id of fileIds) expect((await session.call("GET", `/attachments/${id}`)).status).toBe(404);
  await server.kill();

  // An upload may still be on its way for some minutes.
  const ahead = { ...env, CLOCK_AHEAD_MS: String(10 * 60_000) };
  const again = await startServer({ env: ahead, dataDir: server.dataDir, nodeArgs: ["--import", "./tests/support/clock.mjs"] });
  const removed = async () => seriesIn(await metricsOf(again.url), "beside_rows_removed_total", { what: "erased people" });
  await expect.poll(removed, { timeout: 30_000 }).toBe(2);
  const deleted = async () => seriesIn(await metricsOf(again.url), "beside_rows_removed_total", { what: "deleted contacts" });
  await expect.poll(deleted, { timeout: 30_000 }).toBe(1);
  // What is written after it is indexed after it: the search has forgotten them by then.
  const now = teamAt(again, team);
  const later = await now.signIn();
  const { chatId } = await now.sendMessage(whatsapp, "afterwards");
  await whenFound(later, "afterwards", ({ messages }) => messages.items.some((one) => one.chatId === chatId));
  await again.stop();
  graph.close();

  const tables = await dumpOf(server.dataDir);
  expect(foundIn(tables, markers)).toEqual([]);
  expect(foundIn(tables, { person: marked.personId }).map((found) => found.split(".")[0])).toEqual(["audit_entry"]);
  for (const name of ["erased_person", "erased_chat", "attachment"]) expect(tables.get(name), name).toEqual([]);
  expect(filesIn(server.dataDir)).toEqual([]);
});

test("an erased person is gone for every reader when the erasure is answered, and is somebody new when they write again", async ({
  ada,
}) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage({ ...whatsapp, name: "Ada" }, "first words");
  await recordEvent(ada, { event: "Payment failed", phone, properties: { reference: "INV-1" } });
  await whenFound(session, "first words", ({ messages }) => messages.items.length > 0);
  const { id, displayName } = await personOf(session, chatId);
  const stream = await openStream(ada.url, ada.workspace, session.cookie);
  const seen = (await session.call("GET", `/people/${id}`)).body;
  expect(seen).toEqual({ id, displayName: "Ada", chatsCount: 1, filesCount: 0, contact: null, others: [] });

  const erased = await erase(session, id, { displayName, scope: "person" });
  expect(erased.body).toEqual({ erased: true, people: 1, chats: 1, events: 1 });
  await stream.waitFor("change", ({ data }) => (data as { reset?: string[] }).reset?.includes(chatId) === true);
  stream.close();
  const gone = ["items", "panel", "window", "events"].map((what) => session.call("GET", `/chats/${chatId}/${what}`));
  for (const reply of await Promise.all(gone)) expect(reply.status).toBe(404);
  expect((await session.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "note", text: "late" })).status).toBe(404);
  expect(await chatsOf(session)).toEqual([]);
  expect((await session.call("GET", "/chats")).body["counts"]).toMatchObject({ problems: 0, unassigned: 0 });
  expect(await find(session, "first words")).toEqual(nothing);
  expect(await find(session, "Payment failed")).toEqual(nothing);
  expect((await session.call("GET", `/people/${id}`)).status).toBe(404);
  expect((await erase(session, id, { displayName, scope: "person" })).status).toBe(404);
  const late = await ada.api("POST", "/events", { body: { event: "Order placed", phone } });
  expect(late).toMatchObject({ status: 404, body: { error: { code: "customer_not_found" } } });

  const next = await ada.sendMessage({ ...whatsapp, name: "Ada" }, "second words");
  expect(next.chatId).not.toBe(chatId);
  expect((await personOf(session, next.chatId)).id).not.toBe(id);
  expect((await itemsOf(session, next.chatId)).map(({ kind }) => kind)).toEqual(["message"]);
  const { items } = (await session.call("GET", "/audit?kind=person")).body as { items: object[] };
  const details = { peopleErased: 1, chatsErased: 1, eventsDeleted: 1, contactDeleted: false };
  expect(items).toMatchObject([{ what: "person.erased", subject: id, details }]);
});

/** A contact who writes on WhatsApp and on the website. */
async function linked(team: Team) {
  const session = await team.signIn();
  await putContact(team, "user_1", { name: "Ada Okafor", phone });
  const mobile = await team.sendMessage({ ...whatsapp, name: "Ada" }, "From my phone");
  const web = await team.sendMessage({ channel: "website", visitorId: "visitor_1", userId: "user_1" }, "From your page");
  await recordEvent(team, { event: "Payment failed", userId: "user_1" });
  return { session, mobile: mobile.chatId, web: web.chatId, person: await personOf(session, mobile.chatId) };
}

test("the contact and its other people stay, or go too, as the admin chooses", async ({ ada, bob }) => {
  const one = await linked(ada);
  const seen = (await one.session.call("GET", `/people/${one.person.id}`)).body;
  expect(seen).toMatchObject({ displayName: "Ada Okafor", contact: { userId: "user_1" }, others: [{ channel: "website" }] });
  await erase(one.session, one.person.id, { displayName: "Ada Okafor", scope: "person" });
  expect((await one.session.call("GET", `/chats/${one.mobile}/items`)).status).toBe(404);
  expect(await panelOf(one.session, one.web)).toMatchObject({
    contact: { userId: "user_1", phone },
    problemsCount: 1,
    linkedChatsCount: 1,
  });

  const other = await linked(bob);
  const all = await erase(other.session, other.person.id, { displayName: "Ada Okafor", scope: "contact" });
  expect(all.body).toEqual({ erased: true, people: 2, chats: 2, events: 1 });
  for (const chatId of [other.mobile, other.web]) expect((await other.session.call("GET", `/chats/${chatId}/panel`)).status).toBe(404);
  expect((await bob.api("GET", "/contacts/user_1")).status).toBe(404);
  // Nobody else's.
  expect((await ada.api("GET", "/contacts/user_1")).status).toBe(200);
});

test("a contact with more people than one transaction takes goes whole, in several, and a neighbour keeps theirs", async ({ ada, bob }) => {
  const session = await ada.signIn();
  await putContact(ada, "user_1", { name: "Everybody" });
  const sub = { channel: "website", userId: "user_1" };
  const first = await ada.sendMessage({ ...sub, visitorId: "visitor_0" }, "Hello");
  for (let index = 1; index < 120; index += 1) await ada.sendMessage({ ...sub, visitorId: `visitor_${index}` }, "Hello");
  await putContact(bob, "user_1", { name: "Everybody" });
  const { chatId: theirs } = await bob.sendMessage({ ...sub, visitorId: "visitor_1" }, "Hello");
  const { id, displayName } = await personOf(session, first.chatId);
  const erased = await erase(session, id, { displayName, scope: "contact" });
  expect(erased.body).toEqual({ erased: true, people: 120, chats: 120, events: 0 });
  expect(await chatsOf(session)).toEqual([]);
  expect((await ada.api("GET", "/contacts/user_1")).status).toBe(404);
  const { items } = (await session.call("GET", "/audit?kind=person")).body as { items: { details: Record<string, unknown> }[] };
  // The newest first; the contact goes with the last of its people.
  expect(items.map(({ details }) => [details["peopleErased"], details["chatsErased"], details["contactDeleted"]])).toEqual([
    [20, 20, true],
    [100, 100, false],
  ]);
  expect((await (await bob.signIn()).call("GET", `/chats/${theirs}/items`)).status).toBe(200);
});

test("only admins of the workspace erase, and only whom they name", async ({ ada, bob }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage({ ...whatsapp, name: "Ada" });
  const { id, displayName } = await personOf(session, chatId);
  const join = async (role: "agent" | "admin") => {
    const credentials = { email: `${ada.workspace}-${role}@example.com`, password: newId() };
    await addMember(ada, { role, ...credentials });
    return ada.signIn(credentials);
  };
  const [agent, admin, stranger] = [await join("agent"), await join("admin"), await bob.signIn()];
  const right = { displayName, scope: "person" };
  for (const method of ["GET", "DELETE"]) {
    const body = method === "DELETE" ? right : undefined;
    expect((await agent.call(method, `/people/${id}`, body)).status).toBe(403);
    expect((await stranger.call(method, `/people/${id}`, body)).status).toBe(404);
  }
  expect((await erase(admin, id, { ...right, displayName: "Somebody" })).status).toBe(409);
  expect((await erase(admin, id, { displayName })).status).toBe(400);
  expect((await session.call("GET", `/chats/${chatId}/panel`)).status).toBe(200);
  expect((await erase(admin, id, right)).status).toBe(200);
});
