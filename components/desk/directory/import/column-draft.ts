import type { Column, Target, ValueType } from "@/lib/data/imports/contract";

/** What a select offers for a column. */
export const columnChoices = ["ignore", "userId", "name", "email", "phone", "tags", "attribute", "attributes"] as const satisfies readonly (
  | "ignore"
  | Target["kind"]
)[];
export type ColumnChoice = (typeof columnChoices)[number];

/** What a column means, as it is being chosen. Name and type are those of its attribute, also while it is none. */
export type ColumnDraft = { choice: ColumnChoice; name: string /** "": it is found. */; type: ValueType | "" };

/** Why a choice cannot stay. */
export type ColumnProblem = "taken" | "attributeEmpty" | "attributeTaken";

const maxNameLength = 64;
/** Our own export, and the lines of an import, name attributes so. */
export const attributePrefix = /^attributes\./;

const nameFor = (header: string): string => [...header.trim().replace(attributePrefix, "")].slice(0, maxNameLength).join("");

export const draftOf = ({ header, target }: Column): ColumnDraft => ({
  choice: target?.kind ?? "ignore",
  name: target?.kind === "attribute" ? target.name : nameFor(header),
  type: (target?.kind === "attribute" && target.type) || "",
});

export const targetOf = ({ choice, name, type }: ColumnDraft): Target | null => {
  if (choice === "ignore") return null;
  return choice === "attribute" ? { kind: "attribute", name, ...(type !== "" && { type }) } : { kind: choice };
};

/** A field takes one column, but for the name, whose columns are joined; an attribute needs a name. */
export function problemsOf(drafts: readonly ColumnDraft[]): (ColumnProblem | undefined)[] {
  const seen = new Set<string>();
  return drafts.map(({ choice, name }) => {
    if (choice === "ignore" || choice === "name") return undefined;
    if (choice === "attribute" && name === "") return "attributeEmpty";
    const field = choice === "attribute" ? `attribute ${name}` : choice;
    if (seen.has(field)) return choice === "attribute" ? "attributeTaken" : "taken";
    seen.add(field);
    return undefined;
  });
}
