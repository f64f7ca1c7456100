import { Plan } from "@/lib/kernel/contract";

/** A plan is a row; a new one is a new row and no other edit. */
export const plans = {
  free: { rank: 0, contextApi: false },
  pro: { rank: 1, contextApi: true },
  business: { rank: 2, contextApi: true },
} as const satisfies Record<Plan, { rank: number; contextApi: boolean }>;

export const allows = (plan: Plan, feature: "contextApi"): boolean => plans[plan][feature];

/** The next lower plan if it allows the same, so that the plan page lists only real differences. */
export function sameAs(plan: Plan): Plan | undefined {
  const { rank, contextApi } = plans[plan];
  return Plan.options.find((other) => plans[other].rank === rank - 1 && plans[other].contextApi === contextApi);
}
