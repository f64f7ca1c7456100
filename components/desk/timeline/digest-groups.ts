import type { Card } from "@/lib/chats/contract";
import { likeRuns, referenceOf } from "@/lib/context/events/shared/like";

export type DigestProblem = Extract<Card, { digest: unknown }>["digest"][number];

const likenessOf = ({ event, properties, occurredAt }: DigestProblem) => ({
  event,
  reference: referenceOf(properties),
  at: Date.parse(occurredAt),
});

/** Like problems of a digest together, in each the newest first, and the group with the newest first. */
export function digestGroups(problems: readonly DigestProblem[]): DigestProblem[][] {
  const sorted = [...problems].sort((a, b) => Date.parse(b.occurredAt) - Date.parse(a.occurredAt));
  const byName = new Map<string, DigestProblem[]>();
  for (const problem of sorted) {
    const name = JSON.stringify([problem.event, referenceOf(problem.properties)]);
    byName.set(name, [...(byName.get(name) ?? []), problem]);
  }
  return [...byName.values()]
    .flatMap((same) => likeRuns(same, likenessOf))
    .sort(([a], [b]) => Date.parse(b?.occurredAt ?? "") - Date.parse(a?.occurredAt ?? ""));
}
