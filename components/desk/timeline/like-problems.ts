import { isLike, type Likeness, referenceOf } from "@/lib/context/events/shared/like";
import type { ProblemItem } from "./entries";

/** Like problems: their positions among the rows in order of arrival, and the time that they span. */
export type LikeGroup = { positions: number[]; firstAt: number; lastAt: number };

export const likenessOf = ({ card }: ProblemItem): Likeness => ({
  event: card.event,
  reference: referenceOf(card.properties),
  at: Date.parse(card.occurredAt),
});

export const lastOf = ({ positions }: LikeGroup): number => positions.at(-1) ?? -1;

const adjoins = ({ firstAt, lastAt }: LikeGroup, likeness: Likeness): boolean =>
  isLike({ ...likeness, at: Math.min(Math.max(likeness.at, firstAt), lastAt) }, likeness);

/**
 * Gathers problems of one name and one reference, each within ten minutes of its neighbour, into groups. What is in a group depends
 * on when the problems happened, not on when they arrived. Adding one looks only at the groups of its name and reference.
 */
export class LikeProblems {
  private readonly groups = new Map<string, LikeGroup[]>();

  /** Returns the group that the problem is in now, and the groups that it joined to one. */
  add(position: number, likeness: Likeness): { group: LikeGroup; joined: readonly LikeGroup[] } {
    const key = JSON.stringify([likeness.event, likeness.reference]);
    const known = this.groups.get(key) ?? [];
    const joined = known.filter((group) => adjoins(group, likeness));
    const group = {
      positions: [...joined.flatMap(({ positions }) => positions), position].sort((a, b) => a - b),
      firstAt: Math.min(likeness.at, ...joined.map(({ firstAt }) => firstAt)),
      lastAt: Math.max(likeness.at, ...joined.map(({ lastAt }) => lastAt)),
    };
    this.groups.set(key, [...known.filter((other) => !joined.includes(other)), group]);
    return { group, joined };
  }
}
