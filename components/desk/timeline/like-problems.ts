import { isLike, type Likeness } from "@/lib/context/events/shared/like";
import type { ProblemItem } from "./entries";

/** Like problems: the row after which the last of them came, their positions among the rows in order of arrival, and the time that they span. */
export type LikeGroup = { positions: number[]; firstAt: number; lastAt: number; after: number };

/** Whatever their references are: those are inside the card. */
export const likenessOf = ({ card }: ProblemItem): Likeness => ({
  event: card.event,
  reference: null,
  at: Date.parse(card.occurredAt),
});

export const lastOf = ({ positions }: LikeGroup): number => positions.at(-1) ?? -1;

const adjoins = ({ firstAt, lastAt }: LikeGroup, likeness: Likeness): boolean =>
  isLike({ ...likeness, at: Math.min(Math.max(likeness.at, firstAt), lastAt) }, likeness);

/**
 * Gathers problems of one name, each within ten minutes of its neighbour or with nothing but problems between them in the timeline, into
 * groups. Adding one looks only at the groups of its name.
 */
export class LikeProblems {
  private readonly groups = new Map<string, LikeGroup[]>();

  /**
   * Returns the group that the problem is in now, and the groups that it joined to one. `after` is the position of the last row before it
   * that is no problem.
   */
  add(position: number, likeness: Likeness, after = position): { group: LikeGroup; joined: readonly LikeGroup[] } {
    const known = this.groups.get(likeness.event) ?? [];
    const joined = known.filter((group) => group.after === after || adjoins(group, likeness));
    const group = {
      positions: [...joined.flatMap(({ positions }) => positions), position].sort((a, b) => a - b),
      firstAt: Math.min(likeness.at, ...joined.map(({ firstAt }) => firstAt)),
      lastAt: Math.max(likeness.at, ...joined.map(({ lastAt }) => lastAt)),
      after,
    };
    this.groups.set(likeness.event, [...known.filter((other) => !joined.includes(other)), group]);
    return { group, joined };
  }
}
