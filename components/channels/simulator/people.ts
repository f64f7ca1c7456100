import { formatPhone } from "@/components/desk/shared/phone";
import type { Sender } from "@/lib/channels/browser/queries";
import type { Translator } from "@/lib/messages";

export type Person = { name: string; from: Sender };

/** The people of the demo data, and one unknown visitor. */
export const people: Person[] = [
  { name: "Ada Okafor", from: { channel: "whatsapp", phone: "447911123456", name: "Ada" } },
  { name: "Luis Torres", from: { channel: "whatsapp", phone: "34600123456", name: "Luis" } },
  { name: "Jonas Weber", from: { channel: "whatsapp", phone: "491701234567", name: "Jonas" } },
  { name: "Priya Shah", from: { channel: "whatsapp", phone: "919812345678", name: "Priya" } },
  { name: "Noor", from: { channel: "website", visitorId: "v_77ab03e5", name: "Noor", email: "noor@example.com" } },
  { name: "Visitor 4f2a", from: { channel: "website", visitorId: "v_9c1d4f2a" } },
];

/** "WhatsApp · +44 7911 123456" */
export function lineOf(t: Translator<"simulator.person">, { from }: Person): string {
  if (!("visitorId" in from)) return t("whatsapp", { phone: from.phone ? formatPhone(from.phone) : (from.channelUserId ?? "") });
  return from.userId ? t("signedIn", { userId: from.userId }) : t("visitor", { visitorId: from.visitorId });
}
