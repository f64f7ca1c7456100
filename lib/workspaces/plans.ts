import type { Plan } from "./contract";

/** A plan is a row; a new one is a new row and no other edit. */
export const plans = {
  free: { rank: 0, label: "Free", contextApi: false, line: "Chats with WhatsApp and the website." },
  pro: { rank: 1, label: "Pro", contextApi: true, line: "The context API: contacts, events and cards beside every chat." },
  business: { rank: 2, label: "Business", contextApi: true, line: "Everything in Pro, for teams that outgrow it." },
} as const satisfies Record<Plan, { rank: number; label: string; contextApi: boolean; line: string }>;

export const allows = (plan: Plan, feature: "contextApi"): boolean => plans[plan][feature];
