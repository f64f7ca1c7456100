import type { Mutant } from "./mutants";

type Outcome = "killed" | "refused by types" | "survived" | "timed out" | "not reached";
/** `ran` of the `of` tests that reach it were run. */
export type Result = { mutant: Mutant; outcome: Outcome; ran: number; of: number; by?: string; error?: string };

const outcomes: Outcome[] = ["killed", "refused by types", "timed out", "survived", "not reached"];
const folderOf = ({ file }: Mutant) => file.split("/").slice(0, 2).join("/");

/** The number of mutants by folder and outcome. */
export function tableOf(results: Result[]): string {
  const folders = [...new Set(results.map(({ mutant }) => folderOf(mutant)))].sort();
  const row = (name: string, own: Result[]) => {
    const counts = outcomes.map((outcome) => own.filter((result) => result.outcome === outcome).length);
    return `| ${[name, own.length, ...counts].join(" | ")} |`;
  };
  return [
    `| folder | mutants | ${outcomes.join(" | ")} |`,
    `|---|${"---:|".repeat(outcomes.length + 1)}`,
    ...folders.map((folder) =>
      row(
        folder,
        results.filter(({ mutant }) => folderOf(mutant) === folder),
      ),
    ),
    row("together", results),
  ].join("\n");
}
