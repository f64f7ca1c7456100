import * as channels from "@/lib/channels";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import { newId } from "@/lib/kernel/ids";
import * as people from "@/lib/people";
import * as codes from "@/lib/people/links/codes";
import * as conflicts from "@/lib/people/links/conflicts";
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
}
