import type { Mutant } from "./mutants";
import { type Result, tableOf } from "./results";

type Row = { outcome: string; reason: string };

const pattern = /^\| \d+ \| .* \| ([^|]*) \| (.*) <!-- ([\w-]+) --> \|$/;
const maxShownLength = 160;

const heading = `# Mutants that live

\`npm run mutate\` changes the product in one place at a time and runs the fast tests that reach the place (decision 32). Below is
what no test noticed. A reason says why that is right; without one, a test is missing.
`;

/** The rows of the document, by the mark of their mutant. */
export function rowsOf(text: string): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const line of text.split("\n")) {
    const [, outcome = "", reason = "", mark = ""] = pattern.exec(line) ?? [];
    if (mark) rows.set(mark, { outcome, reason: reason.trim() });
  }
  return rows;
}

/**
 * The document after a run. Reasons stay with their mutants, also when the lines move; rows of mutants that were not run stay as
 * long as the mutant exists. Without conditions the run was partial, and the table stays that of the last whole run. `lost` are
 * reasons whose mutant no longer exists.
 */
export function documentAfter(
  before: string,
  { mutants, results, conditions }: { mutants: Mutant[]; results: Result[]; conditions: string | undefined },
): { text: string; lost: string[] } {
  const rows = rowsOf(before);
  const now = new Map(results.map((result) => [result.mutant.mark, result]));
  const files = new Map<string, string[]>();
  for (const mutant of mutants) {
    const result = now.get(mutant.mark);
    const row = rows.get(mutant.mark);
    const outcome = result ? outcomeOf(result) : row?.outcome;
    if (outcome) files.set(mutant.file, [...(files.get(mutant.file) ?? []), line(mutant, { outcome, reason: row?.reason ?? "" })]);
  }
  const table = conditions === undefined ? tableIn(before) : `${conditions}\n\n${tableOf(results)}`;
  const lists = [...files].map(
    ([file, lines]) => `\n## ${file}\n\n| line | mutation | outcome | reason |\n|---:|---|---|---|\n${lines.join("\n")}\n`,
  );
  const existing = new Set(mutants.map(({ mark }) => mark));
  const lost = [...rows].filter(([mark, { reason }]) => reason && !existing.has(mark)).map(([mark, { reason }]) => `${mark}: ${reason}`);
  return { text: `${heading}\n${table}\n${lists.join("")}`, lost };
}

const tableIn = (text: string): string => text.split(heading)[1]?.split("\n## ")[0]?.trim() || "It was not run as a whole yet.";

function line({ line, within, what, mark }: Mutant, { outcome, reason }: Row): string {
  const shown = what.length > maxShownLength ? `${what.slice(0, maxShownLength - 1)}…` : what;
  const cell = `${within && `${within}: `}\`${shown.replaceAll("|", "\\|").replaceAll("`", "ˋ")}\``;
  return `| ${line} | ${cell} | ${outcome} | ${reason} <!-- ${mark} --> |`;
}

function outcomeOf({ outcome, ran, of }: Result): string | undefined {
  if (outcome === "not reached") return "not reached";
  if (outcome === "survived") return ran < of ? `survived ${ran} of ${of} tests` : `survived ${of} tests`;
  return undefined;
}
