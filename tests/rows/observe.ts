import { subscribe } from "node:diagnostics_channel";
import { type FinishedQuery, finishedQueries } from "@/lib/platform/db/rows";

/** The most rows that a statement returned, and why one of them did not match its schema. */
export type Observed = { rows: number; wrong: string | null };

const observed = new Map<string, Observed>();
subscribe(finishedQueries, (message) => {
  const { text, row, found } = message as FinishedQuery;
  const before = observed.get(text) ?? { rows: 0, wrong: null };
  const wrong = found.map((one) => row.safeParse(one)).find(({ success }) => !success)?.error?.message;
  observed.set(text, { rows: Math.max(before.rows, found.length), wrong: before.wrong ?? wrong ?? null });
});

/** Prints what was observed, by the text of the statement, as JSON, and ends the process. */
export function report(): void {
  process.stdout.write(JSON.stringify(Object.fromEntries(observed)), () => process.exit(0));
}
