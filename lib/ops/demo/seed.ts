import { addButton } from "@/lib/actions/buttons";
import { ButtonOptions } from "@/lib/actions/buttons/shared/options";
import * as channels from "@/lib/channels";
import * as chats from "@/lib/chats";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import { newId } from "@/lib/kernel/ids";
import type * as people from "@/lib/people";
import { db } from "@/lib/platform/db";
import { commandLine } from "@/lib/workspace/audit/contract";

const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute);

const refund = ButtonOptions.parse({
  confirms: true,
  explanation: "The money goes back to the card at once. It cannot be taken back.",
  danger: true,
  inputs: [
    { type: "number", name: "amount", label: "Amount", required: true, min: 0.01, max: 500, unit: "EUR" },
    { type: "choice", name: "reason", label: "Reason", required: true, choices: ["Duplicate charge", "Not delivered", "Goodwill"] },
    { type: "text", name: "note", label: "Note for finance", maxLength: 200 },
  ],
});

const buttons = [
  {
    label: "Retry payment",
    action: "retry_payment",
    options: ButtonOptions.parse({ onProblemCards: true, problemEvents: ["Payment failed"] }),
  },
  { label: "Resend invoice", action: "resend_invoice" },
  { label: "Refund order", action: "refund_order", options: refund },
  { label: "Sync account", action: "sync_account" },
];

const customers = [
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

const pastEvents = [
  { userId: "user_8841", event: "Plan changed", at: 60 * 24 * 12, properties: { from: "starter", to: "pro" } },
  { userId: "user_8841", event: "Signed in", at: 42, properties: { device: "iPhone", city: "London" } },
  { userId: "user_8841", event: "Order placed", at: 31, properties: { reference: "ORD-771", items: 3 } },
  { userId: "user_1207", event: "Delivery failed", at: 210, properties: { reference: "ORD-702", reason: "nobody_home" } },
  { userId: "user_1207", event: "Parcel delivered", at: 95, properties: { reference: "ORD-702", carrier: "Correos" } },
  { userId: "user_5530", event: "Refund requested", at: 150, properties: { amount: "120.00 EUR", reference: "ORD-655" } },
  { userId: "user_3318", event: "Invoice paid", at: 60 * 26, properties: { amount: "49.00 EUR", reference: "INV-1980" } },
];

const ada = { channel: "whatsapp", phone: "447911123456", name: "Ada" } as const;
const luis = { channel: "whatsapp", phone: "34600123456", name: "Luis" } as const;
const jonas = { channel: "whatsapp", phone: "491701234567", name: "Jonas" } as const;
const priya = { channel: "whatsapp", phone: "919812345678", name: "Priya" } as const;
const visitor = { channel: "website", visitorId: "v_9c1d4f2a" } as const;
const noor = { channel: "website", visitorId: "v_77ab03e5", name: "Noor", email: "noor@example.com" } as const;

/**
 * Sample data: contacts, events of the last days, a problem that was solved, chats of the last hours, of which one is the agent's and
 * one is snoozed, and a problem that has just happened three times.
 */
export async function seed(workspaceId: string): Promise<void> {
  // A start that was killed may have added some of them.
  const existing = await db().actionButton.findMany({ where: { workspaceId }, select: { action: true } });
  for (const button of buttons) {
    if (!existing.some(({ action }) => action === button.action)) await addButton(workspaceId, commandLine, button);
  }
  for (const { userId, ...contact } of customers) await contacts.put(workspaceId, userId, contact);
  for (const { at, ...event } of pastEvents) await events.record(workspaceId, { ...event, occurredAt: ago(at) });

  const tom = await db().member.findFirst({ where: { workspaceId, account: { email: "tom@demo.example" } }, select: { accountId: true } });
  const mia = await db().account.findUniqueOrThrow({ where: { email: "mia@demo.example" }, select: { id: true, name: true } });
  const receive = (sender: people.Sender, minutes: number, text: string) =>
    channels.ingestMessage(workspaceId, sender, { id: newId(), text, sentAt: ago(minutes) });
  const write = (chatId: string, minutes: number, kind: "message" | "note", text: string) =>
    chats.write(workspaceId, chatId, mia, { id: newId(), kind, text, at: ago(minutes) });

  const thanks = await receive(priya, 190, "The invoice arrived, thank you!");
  await write(thanks.chatId, 186, "message", "You are welcome, Priya. Have a good weekend.");
  await receive(priya, 180, "Perfect 👍");
  const refund = await receive(jonas, 75, "Hello, any news about my refund for ORD-655?");
  await write(refund.chatId, 64, "note", "Finance approved it this morning.");
  await write(refund.chatId, 62, "message", "Your refund is on its way, Jonas.");
  await chats.snooze(workspaceId, refund.chatId, { agent: mia, until: ago(-20 * 60), at: ago(61) });
  await receive(visitor, 33, "Hi there!");
  await receive(visitor, 32, "Do you ship to Iceland?");
  const billing = await receive(noor, 21, "I cannot find where to change my billing address.");
  if (tom) await chats.assign(workspaceId, billing.chatId, { agent: mia, accountId: tom.accountId, at: ago(20) });
  await receive(luis, 14, "Gracias, llegó todo bien.");
  await receive(ada, 6, "Hi! My card was charged but the order still says “waiting for payment”. Can you check?");
  const failed = { event: "Payment failed", userId: "user_8841" };
  const properties = { amount: "59.90 EUR", reference: "INV-2041", reason: "insufficient_funds" };
  for (const minutes of [8, 5, 2]) await events.record(workspaceId, { ...failed, properties, occurredAt: ago(minutes) });
}
