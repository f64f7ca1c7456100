import { addButton } from "@/lib/actions/buttons";
import { ButtonOptions } from "@/lib/actions/buttons/shared/options";
import { play, type Writer } from "@/lib/data/samples/story";
import type * as people from "@/lib/people";
import { db } from "@/lib/platform/db";
import { commandLine } from "@/lib/workspace/audit/contract";

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

const senders: Record<Writer, people.Sender> = {
  ada: { channel: "whatsapp", phone: "447911123456", name: "Ada" },
  luis: { channel: "whatsapp", phone: "34600123456", name: "Luis" },
  jonas: { channel: "whatsapp", phone: "491701234567", name: "Jonas" },
  priya: { channel: "whatsapp", phone: "919812345678", name: "Priya" },
  noor: { channel: "website", visitorId: "v_77ab03e5", name: "Noor", email: "noor@example.com" },
  visitor: { channel: "website", visitorId: "v_9c1d4f2a" },
};

/** Buttons, and the story of the sample people, by WhatsApp and the website. */
export async function seed(workspaceId: string): Promise<void> {
  // A start that was killed may have added some of them.
  const existing = await db().actionButton.findMany({ where: { workspaceId }, select: { action: true } });
  for (const button of buttons) {
    if (!existing.some(({ action }) => action === button.action)) await addButton(workspaceId, commandLine, button);
  }
  const tom = await db().member.findFirst({ where: { workspaceId, account: { email: "tom@demo.example" } }, select: { accountId: true } });
  const agent = await db().account.findUniqueOrThrow({ where: { email: "mia@demo.example" }, select: { id: true, name: true } });
  await play(workspaceId, { agent, assigneeId: tom?.accountId, contact: (customer) => customer, sender: (writer) => senders[writer] });
}
