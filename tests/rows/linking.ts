import * as channels from "@/lib/channels";
import * as contacts from "@/lib/context/contacts";
import { deleteExpired } from "@/lib/context/contacts/merge";
import * as events from "@/lib/context/events";
import * as directory from "@/lib/desk/directory";
import { newId } from "@/lib/kernel/ids";
import * as people from "@/lib/people";
import { moveContactsInTurn } from "@/lib/people/contact-moves";
import { moveInTurn } from "@/lib/people/event-moves";
import * as codes from "@/lib/people/links/codes";
import * as conflicts from "@/lib/people/links/conflicts";
import { db } from "@/lib/platform/db";
import { commandLine } from "@/lib/workspace/audit/contract";

/** Runs the statements of identities, link codes and conflicts, on rows that it creates in the workspace. */
export async function runLinking(ws: string): Promise<void> {
  const [brazil, withoutNine] = ["5511987650001", "551187650001"];
  const say = (sender: people.Sender, text = "Hello") => channels.ingestMessage(ws, sender, { id: newId(), text });
  const both = (phone: string, channelUserId: string) => ({ channel: "whatsapp", phone, channelUserId }) as const;

  // A chat that begins with a problem, an event by the other form of the number, a number that two contacts have.
  await contacts.put(ws, "link_1", { phone: brazil });
  await events.record(ws, { event: "Payment failed", userId: "link_1" });
  await say({ channel: "whatsapp", phone: withoutNine });
  await events.record(ws, { event: "Payment failed", phone: brazil });
  await events.record(ws, { event: "Payment failed", userId: "link_2", phone: withoutNine });
  await contacts.put(ws, "link_3", { phone: brazil });

  // Ids: shown with a phone, alone and then with the phone of a person, with a phone that passes on, shared by a card.
  await say({ ...both("447911100001", "L.1"), parentUserId: "L.P", username: "ada" });
  await say({ channel: "whatsapp", channelUserId: "L.2" });
  await say(both(withoutNine, "L.2"));
  await say(both("447911100001", "L.2"));
  const { personId } = await say({ channel: "whatsapp", channelUserId: "L.4" });
  await people.setPhone(ws, { personId, phone: "447911100004" });
  const { personId: sharing } = await say({ channel: "whatsapp", channelUserId: "L.5" });
  await contacts.put(ws, "link_5", { phone: "447911100005" });
  await people.setPhone(ws, { personId: sharing, phone: "447911100005" });
  const moved = { previous: { userId: "L.4" }, next: { phone: "447911100006", userId: "L.6" }, endsPhone: true, at: new Date() };
  await people.supersede(ws, { channel: "whatsapp", ...moved });
  // Somebody who wrote under the next id already is the same customer.
  await say({ channel: "whatsapp", channelUserId: "L.7" });
  const next = { phone: "447911100007", userId: "L.7" };
  await people.supersede(ws, { channel: "whatsapp", previous: { userId: "L.6" }, next, endsPhone: true, at: new Date() });

  // Link codes: one that links, and one of another contact, which is kept apart.
  const visitor = { channel: "website", visitorId: "link_v" } as const;
  const { id, ...hello } = { id: newId(), text: (await codes.create(ws, "link_1")).code };
  await channels.ingestMessage(ws, visitor, { id, ...hello });
  await channels.ingestMessage(ws, visitor, { id, ...hello });
  await say(visitor, (await codes.create(ws, "link_3")).code);
  await channels.changeMessage(ws, id, (text, content) => ({ text, content: { ...content, isEdited: true } }));

  const [first, second] = (await conflicts.list(ws, {})).items;
  if (!first || !second) throw new Error("There are conflicts.");
  await conflicts.resolve(ws, commandLine, { id: first.id, decision: "keep_apart" });
  await conflicts.resolve(ws, commandLine, { id: second.id, decision: "move_phone" });
  await runMerges(ws, say);
}

/** Two contacts with people and events become one, and two again. What came with the alias meanwhile follows. */
async function runMerges(ws: string, say: (sender: people.Sender, text?: string) => Promise<{ personId: string }>): Promise<void> {
  const phones = ["447911200001", "447911200002"];
  for (const [at, phone] of phones.entries()) {
    await contacts.put(ws, `merge_${at}`, { phone, name: `Name ${at}`, attributes: { plan: "pro", [`only_${at}`]: at } });
    const { personId } = await say({ channel: "whatsapp", phone });
    await events.record(ws, { event: "Payment failed", userId: `merge_${at}`, properties: { reference: "M-1" } });
    await db().$transaction((tx) => events.recordForChat(tx, ws, { personId, chatId: newId() }, { event: "Refund failed" }));
  }
  const by = commandLine;
  await contacts.put(ws, "merge_2", {});
  const [into = "", from = ""] = (await db().contact.findMany({ where: { workspaceId: ws, userId: { in: ["merge_0", "merge_1"] } } })).map(
    ({ id }) => id,
  );
  await directory.previewMerge(ws, { into, from });
  const first = await contacts.merge(ws, "merge_1", { from: "merge_2", values: {} }, by);
  const { mergeId } = await contacts.merge(ws, "merge_0", { from: "merge_1", values: { name: "from", attributes: { plan: "into" } } }, by);
  await contacts.undoMerge(ws, first.mergeId, by).catch(() => undefined);
  await Promise.all([contacts.put(ws, "merge_1", { email: "m@example.com" }), contacts.put(ws, "merge_3", {})]);
  await contacts.put(ws, "merge_1", { phone: phones[1] });
  await contacts.putAll(ws, [{ sent: {}, input: { userId: "merge_1", name: "Name 1" } }], { atomic: false, dryRun: false });
  await contacts.get(ws, "merge_2");
  await events.record(ws, { event: "Payment failed", userId: "merge_1", phone: phones[0] });
  await events.record(ws, { event: "Payment received", userId: "merge_2", properties: { reference: "M-1" } });
  await codes.create(ws, "merge_1");
  for (const id of [into, from]) await directory.mergedInto(ws, id);
  await contacts.undoMerge(ws, mergeId, by);
  await db().contactMove.create({ data: { workspaceId: ws, contactId: into, atId: into } });
  const turn = { max: 1_000, until: Number.POSITIVE_INFINITY, signal: new AbortController().signal };
  await moveContactsInTurn(ws, turn);
  await moveInTurn(ws, turn);
  await deleteExpired(turn.signal);
  // As if events were still to follow: a deletion waits for them.
  const left = await db().contact.findFirstOrThrow({ where: { workspaceId: ws, userId: "merge_2" } });
  await db().contactMove.create({ data: { workspaceId: ws, contactId: left.id, atId: left.id } });
  await contacts.remove(ws, "merge_2");
}
