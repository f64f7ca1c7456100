import type { PressOutcome } from "@/lib/desk/panel/contract";

const newest = (outcomes: readonly PressOutcome[]): PressOutcome | undefined =>
  outcomes.reduce<PressOutcome | undefined>((last, one) => (last && last.at >= one.at ? last : one), undefined);

/** How the last press of a button ended, wherever it was pressed. */
export const lastOutcomeOf = (outcomes: readonly PressOutcome[], buttonId: string): PressOutcome | undefined =>
  newest(outcomes.filter((one) => one.buttonId === buttonId));

type Problem = { event: string; reference: string | null };

/** How the last press on a problem ended, since the problem began. */
export const outcomeOn = (outcomes: readonly PressOutcome[], problem: Problem & { firstAt: string }): PressOutcome | undefined =>
  newest(
    outcomes.filter(
      ({ about, at }) => about !== null && about.event === problem.event && about.reference === problem.reference && at >= problem.firstAt,
    ),
  );
