import { subscribe } from "node:diagnostics_channel";
import { type Finished, finishedStatements } from "@/lib/platform/db/rows";
import type { Statement } from "@/lib/platform/db/statement";

/**
 * What a statement declares, the maximum number of rows that it returned, and the error of a row that did not match its schema; `rows` is
 * null for one that is run for its effect.
 */
export type Observed = Pick<Statement, "scope" | "writes"> & { rows: number | null; wrong: string | null };

const observed = new Map<string, Observed>();
subscribe(finishedStatements, (message) => {
  const { statement, found } = message as Finished;
  const { text, row, scope, writes } = statement;
  const previous = observed.get(text);
  const wrong = found.map((one) => row?.safeParse(one)).find((parsed) => parsed?.success === false)?.error?.message;
  const rows = row ? Math.max(previous?.rows ?? 0, found.length) : null;
  observed.set(text, { scope, writes, rows, wrong: previous?.wrong ?? wrong ?? null });
});

/** Prints the observations by statement text, as JSON, and ends the process. */
export function report(): void {
  process.stdout.write(JSON.stringify(Object.fromEntries(observed)), () => process.exit(0));
}
