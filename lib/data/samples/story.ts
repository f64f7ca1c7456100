import * as channels from "@/lib/channels";
import * as chats from "@/lib/chats";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import { minuteMs } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import type * as people from "@/lib/people";

const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

export const customers = [
  {
    userId: "user_8841",
    name: "Ada Okafor",
    email: "ada@example.com",
    phone: "447911123456",
    attributes: { plan: "pro", seats: 12, "customer since": 2023 },
  },
  {
    userId: "user_1207",
    name: "Luis Torres",
    email: "luis@example.com",
    phone: "34600123456",
    attributes: { plan: "starter", country: "ES" },
  },
  {
    userId: "user_5530",
    name: "Jonas Weber",
    email: "jonas@example.com",
    phone: "491701234567",
    attributes: { plan: "business", seats: 40, vip: true },
  },
  { userId: "user_3318", name: "Priya Shah", email: "priya@example.com", phone: "919812345678", attributes: { plan: "pro", seats: 3 } },
  { userId: "user_7702", name: "Noor de Vries", email: "noor@example.com", attributes: { plan: "starter" } },
];

type Happened = { userId: string; event: string; at: number; properties: Record<string, string | number> };

const pastEvents: Happened[] = [
  { userId: "user_8841", event: "Plan changed", at: 60 * 24 * 12, properties: { from: "starter", to: "pro" } },
  { userId: "user_8841", event: "Signed in", at: 42, properties: { device: "iPhone", city: "London" } },
  { userId: "user_8841", event: "Order placed", at: 31, properties: { reference: "ORD-771", items: 3 } },
  { userId: "user_1207", event: "Delivery failed", at: 210, properties: { reference: "ORD-702", reason: "nobody_home" } },
  { userId: "user_1207", event: "Parcel delivered", at: 95, properties: { reference: "ORD-702", carrier: "Correos" } },
  { userId: "user_5530", event: "Refund requested", at: 150, properties: { amount: "120.00 EUR", reference: "ORD-655" } },
  { userId: "user_3318", event: "Invoice paid", at: 60 * 26, properties: { amount: "49.00 EUR", reference: "INV-1980" } },
];

/** Everybody who writes. */
export type Writer = "ada" | "luis" | "jonas" | "priya" | "noor" | "visitor";

/** The cast of the story: how its people are called in this workspace, and who answers them. */
export type Cast = {
  agent: { id: string; name: string };
  /** The member whose chat one of them is. */
  assigneeId: string | undefined;
  contact: (customer: (typeof customers)[number]) => Parameters<typeof contacts.put>[2] & { userId: string };
  sender: (writer: Writer) => people.Sender;
};

/** The contact of each writer; a visitor is nobody's. */
export const userIds = { ada: "user_8841", luis: "user_1207", jonas: "user_5530", priya: "user_3318", noor: "user_7702" } as const;

/**
 * Contacts, events of the last days, a problem that was solved, chats of the last hours, of which one is a member's and one is snoozed, and
 * a problem that has just happened three times.
 */
export async function play(workspaceId: string, { agent, assigneeId, contact: contactOf, sender }: Cast): Promise<void> {
  const named = new Map<string, string>();
  for (const customer of customers) {
    const { userId, ...contact } = contactOf(customer);
    named.set(customer.userId, userId);
    await contacts.put(workspaceId, userId, contact);
  }
  const record = ({ at, userId, ...event }: Happened) =>
    events.record(workspaceId, { ...event, userId: named.get(userId) ?? userId, occurredAt: ago(at) });
  for (const event of pastEvents) await record(event);

  const receive = (writer: Writer, minutes: number, text: string) =>
    channels.ingestMessage(workspaceId, sender(writer), { id: newId(), text, sentAt: ago(minutes) });
  const write = (chatId: string, minutes: number, kind: "message" | "note", text: string) =>
    chats.write(workspaceId, chatId, agent, { id: newId(), kind, text, at: ago(minutes) });

  const thanks = await receive("priya", 190, "The invoice arrived, thank you!");
  await write(thanks.chatId, 186, "message", "You are welcome, Priya. Have a good weekend.");
  await receive("priya", 180, "Perfect 👍");
  const refund = await receive("jonas", 75, "Hello, any news about my refund for ORD-655?");
  await write(refund.chatId, 64, "note", "Finance approved it this morning.");
  await write(refund.chatId, 62, "message", "Your refund is on its way, Jonas.");
  await chats.snooze(workspaceId, refund.chatId, { agent, until: ago(-20 * 60), at: ago(61) });
  await receive("visitor", 33, "Hi there!");
  await receive("visitor", 32, "Do you ship to Iceland?");
  const billing = await receive("noor", 21, "I cannot find where to change my billing address.");
  if (assigneeId !== undefined) await chats.assign(workspaceId, billing.chatId, { agent, accountId: assigneeId, at: ago(20) });
  await receive("luis", 14, "Gracias, llegó todo bien.");
  await receive("ada", 6, "Hi! My card was charged but the order still says “waiting for payment”. Can you check?");
  const failed = { event: "Payment failed", userId: userIds.ada };
  const properties = { amount: "59.90 EUR", reference: "INV-2041", reason: "insufficient_funds" };
  for (const at of [8, 5, 2]) await record({ ...failed, properties, at });
}
