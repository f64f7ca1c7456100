import type { Plan } from "@/lib/kernel/contract";

/** A plan is a row; a new one is a new row and no other edit. */
export const plans = {
  free: { rank: 0, label: "Free", contextApi: false },
  pro: { rank: 1, label: "Pro", contextApi: true },
  business: { rank: 2, label: "Business", contextApi: true },
} as const satisfies Record<Plan, { rank: number; label: string; contextApi: boolean }>;

export const allows = (plan: Plan, feature: "contextApi"): boolean => plans[plan][feature];

/** What the plan page says of a plan: only what Beside really does differently on it. */
export function describePlan(plan: Plan): string {
  const { rank, contextApi } = plans[plan];
  const below = Object.values(plans).find((other) => other.rank === rank - 1);
  if (below?.contextApi === contextApi) return `The same as ${below.label}: Beside does nothing differently on it.`;
  if (!contextApi) return "Everything in Beside except the context API.";
  return "Everything in Beside. With the context API your server sends contacts and events, and reports late results of actions.";
}
