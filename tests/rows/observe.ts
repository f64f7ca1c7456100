import { subscribe } from "node:diagnostics_channel";
import { type FinishedQuery, finishedQueries } from "@/lib/platform/db/rows";

/** The maximum number of rows that a statement returned, and the error of a row that did not match its schema. */
export type Observed = { rows: number; wrong: string | null };

const observed = new Map<string, Observed>();
subscribe(finishedQueries, (message) => {
  const { text, row, found } = message as FinishedQuery;
  const previous = observed.get(text) ?? { rows: 0, wrong: null };
  const wrong = found.map((one) => row.safeParse(one)).find(({ success }) => !success)?.error?.message;
  observed.set(text, { rows: Math.max(previous.rows, found.length), wrong: previous.wrong ?? wrong ?? null });
});

/** Prints the observations by statement text, as JSON, and ends the process. */
export function report(): void {
  process.stdout.write(JSON.stringify(Object.fromEntries(observed)), () => process.exit(0));
}
