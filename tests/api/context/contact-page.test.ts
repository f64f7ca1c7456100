import type { getContactPage, listContactTimeline } from "@/lib/desk/directory/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { newDesk } from "../../support/desk";
import { expect, type Session, type Team, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { itemsOf, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";
import { ago, setHandled } from "../problem-helpers";

type View = ReplyOf<typeof getContactPage>;
type Timeline = ReplyOf<typeof listContactTimeline>;

async function contactIdOf(session: Session, userId: string): Promise<string> {
  const { items } = (await session.call("GET", `/contacts?text=${userId}`)).body as { items: { id: string; userId: string }[] };
  return items.find((one) => one.userId === userId)?.id ?? "";
}

async function viewOf(session: Session, contactId: string): Promise<View> {
  const reply = await session.call("GET", `/contacts/${contactId}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as unknown as View;
}

async function timelineOf(session: Session, contactId: string, query: Record<string, string> = {}): Promise<Timeline> {
  const reply = await session.call("GET", `/contacts/${contactId}/timeline?${new URLSearchParams(query)}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as unknown as Timeline;
}

/** A contact who writes on WhatsApp and on the website. */
async function inTwoChannels(team: Team) {
  const session = await team.signIn();
  await putContact(team, "user_1", { name: "Ada Okafor", phone, attributes: { plan: "pro" } });
  const mobile = await team.sendMessage({ ...whatsapp, name: "Ada" }, "From my phone");
  const web = await team.sendMessage({ channel: "website", visitorId: "visitor_1", userId: "user_1" }, "From your page");
  return { session, contactId: await contactIdOf(session, "user_1"), mobile: mobile.chatId, web: web.chatId };
}

const textOf = ({ item }: Timeline["items"][number]) =>
  item.kind === "event" ? item.event : item.kind === "action" ? item.outcome.label : item.text;

test("a contact's page has the chats of all channels, its people and its problems", async ({ ada, bob }) => {
  const { session, contactId, mobile, web } = await inTwoChannels(ada);
  await recordEvent(ada, { event: "Payment failed", userId: "user_1", properties: { reference: "A" } });
  const view = await viewOf(session, contactId);
  expect(view).toMatchObject({
    contact: { id: contactId, userId: "user_1", phone, attributes: { plan: "pro" }, display: [] },
    displayName: "Ada Okafor",
    people: [
      { channel: "whatsapp", displayName: "Ada", phone, linkedBy: "phone", isBlocked: false },
      { channel: "website", linkedBy: "signed" },
    ],
    chatsCount: 2,
    problems: [{ event: "Payment failed", reference: "A" }],
    problemsCount: 1,
  });
  expect(new Set(view.chats.map(({ id }) => id))).toEqual(new Set([mobile, web]));
  expect(view.contact.lastSeenAt).not.toBeNull();
  expect((await (await bob.signIn()).call("GET", `/contacts/${contactId}`)).status).toBe(404);
  for (const unknown of [newId(), "nonsense"]) expect([400, 404]).toContain((await session.call("GET", `/contacts/${unknown}`)).status);
});

test("one timeline over all chats, newest first, filtered by kind and channel", async ({ ada, receiver }) => {
  const { session, contactId, mobile, web } = await inTwoChannels(ada);
  const desk = await newDesk(ada, receiver, { ...whatsapp, name: "Ada" });
  await session.call("POST", `/chats/${web}/messages`, { id: newId(), kind: "note", text: "Asked for a refund" });
  await session.call("POST", `/chats/${mobile}/messages`, { id: newId(), kind: "message", text: "On its way" });
  await recordEvent(ada, { event: "Order placed", userId: "user_1", occurredAt: ago(60 * 24 * 40) });
  await recordEvent(ada, { event: "Payment failed", userId: "user_1" });
  desk.replyWith({ body: { message: "Refunded" } });
  await desk.pressAndWait();

  const all = await timelineOf(session, contactId);
  const texts = all.items.map(textOf);
  expect(texts.slice(0, 2)).toEqual(["Refund é 👍", "Payment failed"]);
  expect(texts.slice(2, 5).toSorted()).toEqual(["Asked for a refund", "Hello", "On its way"].toSorted());
  expect(texts.slice(5)).toEqual(["From your page", "From my phone", "Order placed"]);
  const times = all.items.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  // No card and no change; an event that was posted says where.
  expect(new Set(all.items.map(({ item }) => item.kind))).toEqual(new Set(["action", "event", "message", "note"]));
  const chatOf = (text: string) => all.items.find((entry) => textOf(entry) === text)?.chat;
  expect(chatOf("Asked for a refund")).toEqual({ id: web, channel: "website" });
  expect(chatOf("On its way")).toEqual({ id: mobile, channel: "whatsapp" });
  expect([mobile, web]).toContain(chatOf("Payment failed")?.id);

  const shown = async (query: Record<string, string>) => (await timelineOf(session, contactId, query)).items.map(textOf);
  expect(await shown({ kind: "note" })).toEqual(["Asked for a refund"]);
  expect(await shown({ kind: "outcome" })).toEqual(["Refund é 👍"]);
  expect(await shown({ kind: "event" })).toEqual(["Payment failed", "Order placed"]);
  expect(await shown({ kind: "message", channel: "website" })).toEqual(["From your page"]);
  expect(await shown({ channel: "website" })).toEqual(expect.arrayContaining(["Asked for a refund", "From your page", "Payment failed"]));
  expect(await shown({ channel: "website" })).not.toContain("From my phone");
  const noYear = `cursor=0000-01-01T00:00:00.000Z_${newId()}`;
  for (const query of ["kind=card", "channel=email", "cursor=next", `cursor=2026-03-01_${newId()}`, noYear])
    expect((await session.call("GET", `/contacts/${contactId}/timeline?${query}`)).status, query).toBe(400);
});

test("loads older entries, each once, over chats and events, also from before 1970", async ({ ada }) => {
  const { session, contactId, mobile, web } = await inTwoChannels(ada);
  for (let count = 1; count <= 30; count += 1) {
    await session.call("POST", `/chats/${count % 2 ? mobile : web}/messages`, { id: newId(), kind: "note", text: `Note ${count}` });
    await recordEvent(ada, { event: `Event ${count}`, userId: "user_1", occurredAt: `19${40 + count}-05-01T12:00:00Z` });
  }
  const texts: string[] = [];
  const times: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Timeline = await timelineOf(session, contactId, cursor ? { cursor } : {});
    expect(page.items.length).toBeLessThanOrEqual(50);
    texts.push(...page.items.map(textOf));
    times.push(...page.items.map(({ at }) => at));
    cursor = page.next;
  }
  expect(texts).toHaveLength(62);
  expect(new Set(texts).size).toBe(62);
  expect(texts.at(-1)).toBe("Event 1");
  expect(times).toEqual(times.toSorted().reverse());
});

test("a problem is handled on the page, with its trace in the open chat, and without a chat too", async ({ ada, bob }) => {
  const { session, contactId, web } = await inTwoChannels(ada);
  await session.call("POST", `/chats/${web}/messages`, { id: newId(), kind: "note", text: "The last one" });
  await recordEvent(ada, { event: "Payment failed", userId: "user_1" });
  await recordEvent(ada, { event: "Payment failed", userId: "silent" });
  const silent = await contactIdOf(session, "silent");
  for (const [id, chats] of [
    [contactId, 2],
    [silent, 0],
  ] as const) {
    const problemId = (await viewOf(session, id)).problems[0]?.id ?? "";
    const path = `/contacts/${id}/problems/${problemId}/handled`;
    for (const handled of [true, true])
      expect(await session.call("POST", path, { handled })).toMatchObject({ status: 200, body: { handled } });
    expect(await viewOf(session, id)).toMatchObject({ problemsCount: 0, solved: [{ closedBy: { kind: "agent", name: "Olga Owner" } }] });
    const traces = (await Promise.all((await viewOf(session, id)).chats.map((chat) => itemsOf(session, chat.id)))).flat();
    expect(traces.filter((item) => item.kind === "change" && item.change.what === "handled")).toHaveLength(chats > 0 ? 1 : 0);
    await session.call("POST", path, { handled: false });
    expect((await viewOf(session, id)).problemsCount).toBe(1);
    expect((await (await bob.signIn()).call("POST", path, { handled: true })).status).toBe(404);
    const events = (await session.call("GET", `/contacts/${id}/events?level=problem`)).body as { items: unknown[] };
    expect(events.items).toHaveLength(1);
  }
});

test("an agent sees the page, and neither exports nor deletes", async ({ ada }) => {
  const { session, contactId } = await inTwoChannels(ada);
  const agent = (await joined(ada, session)).session;
  expect((await viewOf(agent, contactId)).displayName).toBe("Ada Okafor");
  expect((await agent.call("GET", `/contacts/${contactId}/export`)).status).toBe(403);
  expect((await agent.call("DELETE", `/contacts/${contactId}`, { userId: "user_1" })).status).toBe(403);
});

type Exported = {
  exportedAt: string;
  contact: Record<string, unknown>;
  people: Record<string, unknown>[];
  events: { event: string }[];
  chats: { id: string; channel: string; items: { kind: string; text?: string }[] }[];
  calls: Record<string, unknown>[];
};

test("exports everything about one contact as JSON, and nothing about another", async ({ ada, bob, receiver }) => {
  const { session, contactId, mobile, web } = await inTwoChannels(ada);
  const desk = await newDesk(ada, receiver, { ...whatsapp, name: "Ada" });
  desk.replyWith({ body: { message: "Refunded" } });
  await desk.pressAndWait();
  for (let count = 1; count <= 210; count += 1) await recordEvent(ada, { event: `Event ${count}`, userId: "user_1" });
  await session.call("POST", `/chats/${web}/messages`, { id: newId(), kind: "note", text: 'Said "\u2028 no"' });
  await putContact(ada, "other", { name: "Xylophone" });
  await recordEvent(ada, { event: "Xylophone", userId: "other" });
  await ada.sendMessage({ channel: "website", visitorId: "visitor_2", userId: "other" }, "Xylophone");

  const reply = await session.call("GET", `/contacts/${contactId}/export`);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(reply.headers.get("content-disposition")).toBe(`attachment; filename="contact-${ada.workspace}-${contactId}.json"`);
  expect(reply.text).not.toContain("Xylophone");
  const file = JSON.parse(reply.text) as Exported;
  expect(Math.abs(Date.parse(file.exportedAt) - Date.now())).toBeLessThan(60_000);
  expect(file.contact).toMatchObject({ userId: "user_1", name: "Ada Okafor", phone, attributes: { plan: "pro" } });
  expect(file.people).toMatchObject([
    { channel: "whatsapp", phone, identities: [{ kind: "phone", value: phone }] },
    { channel: "website" },
  ]);
  expect(file.events.map(({ event }) => event)).toEqual(Array.from({ length: 210 }, (_, index) => `Event ${index + 1}`));
  const chats = new Map(file.chats.map((chat) => [chat.id, chat]));
  expect([...chats.keys()].toSorted()).toEqual([mobile, web].toSorted());
  expect(chats.get(mobile)?.items.map(({ text }) => text)).toContain("From my phone");
  expect(chats.get(web)?.items.map(({ text }) => text)).toEqual(["From your page", 'Said "\u2028 no"']);
  expect(file.chats.flatMap(({ items }) => items).some(({ kind }) => kind === "card")).toBe(false);
  expect(file.calls).toMatchObject([{ label: "Refund é 👍", state: "succeeded", replyStatus: 200, agentName: "Olga Owner" }]);
  expect(String(file.calls[0]?.["requestBody"])).toContain("user_1");

  const empty = JSON.parse((await session.call("GET", `/contacts/${await contactIdOf(session, "other")}/export`)).text) as Exported;
  expect(empty).toMatchObject({ calls: [], people: [{}], chats: [{ items: [{}] }], events: [{}] });
  expect((await (await bob.signIn()).call("GET", `/contacts/${contactId}/export`)).status).toBe(404);
});

test("the export of a contact names no problem of a deleted one who was in the same chat", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "gone", { phone });
  const { chatId } = await ada.sendMessage(whatsapp, "From my phone");
  await recordEvent(ada, { event: "Payment failed", userId: "gone", properties: { reference: "INV-1" } });
  const [problem] = (await panelOf(session, chatId)).problems;
  await setHandled(session, chatId, problem?.id ?? "");
  await ada.api("DELETE", "/contacts/gone");
  await putContact(ada, "next", { phone });

  const reply = await session.call("GET", `/contacts/${await contactIdOf(session, "next")}/export`);
  const [chat] = (JSON.parse(reply.text) as Exported).chats;
  expect(chat?.items.map(({ kind }) => kind)).toEqual(["message", "change"]);
  expect(reply.text).not.toMatch(/INV-1|Payment failed/);
});

test("deletes as the public API does when the userId is typed, and leaves no userId in the audit log", async ({ ada, bob }) => {
  const { session, contactId, mobile } = await inTwoChannels(ada);
  await recordEvent(ada, { event: "Order placed", userId: "user_1" });
  const wrong = await session.call("DELETE", `/contacts/${contactId}`, { userId: "User_1" });
  expect(wrong).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  expect((await (await bob.signIn()).call("DELETE", `/contacts/${contactId}`, { userId: "user_1" })).status).toBe(404);
  expect((await ada.api("GET", "/contacts/user_1")).status).toBe(200);

  const reply = await session.call("DELETE", `/contacts/${contactId}`, { userId: "user_1" });
  expect(reply).toMatchObject({ status: 200, body: { deleted: true, userId: "user_1", eventsDeleted: 1, chatsUnlinked: 2 } });
  expect((await ada.api("GET", "/contacts/user_1")).status).toBe(404);
  expect((await session.call("GET", `/contacts/${contactId}`)).status).toBe(404);
  expect((await session.call("DELETE", `/contacts/${contactId}`, { userId: "user_1" })).status).toBe(404);
  expect((await itemsOf(session, mobile)).some((item) => item.kind === "message" && item.text === "From my phone")).toBe(true);
  const log = await session.call("GET", "/audit?kind=contact");
  expect(log.body["items"]).toMatchObject([
    { what: "contact.deleted", subject: contactId, details: { eventsDeleted: 1, chatsUnlinked: 2 } },
  ]);
  expect(log.text).not.toContain("user_1");
});
