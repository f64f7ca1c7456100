import type { z } from "zod";
import type { FieldProblem } from "@/lib/browser/field-problem";
import {
  type AttributeDisplay,
  type AttributeFormat,
  DisplayInput,
  type FormatKind,
  type Tone,
} from "@/lib/people/attribute-display/contract";

/** What the form holds: every option, also those of other formats. */
export type Draft = {
  key: string;
  name: string;
  group: string;
  isPinned: boolean;
  isListed: boolean;
  kind: FormatKind;
  currency: string;
  tone: Tone;
};

const usual = { currency: "EUR", tone: "plain" } as const;

export const draftOf = (display: AttributeDisplay | undefined): Draft => ({
  key: display?.key ?? "",
  name: display?.name ?? "",
  group: display?.group ?? "",
  isPinned: display?.isPinned ?? false,
  isListed: display?.isListed ?? false,
  kind: display?.format.kind ?? "text",
  currency: display?.format.kind === "money" ? display.format.currency : usual.currency,
  tone: display?.format.kind === "badge" ? display.format.tone : usual.tone,
});

export function formatOf({ kind, currency, tone }: Draft): AttributeFormat {
  if (kind === "money") return { kind, currency };
  return kind === "badge" ? { kind, tone } : { kind };
}

export type DraftField = "key" | "name" | "group" | "format";
type Checked = { display: AttributeDisplay } | { problems: Partial<Record<DraftField, FieldProblem>> };

const isField = (name: unknown): name is DraftField => ["key", "name", "group", "format"].some((field) => field === name);

/** The display that a draft describes, by the rules of the server, or what is wrong with each field. */
export function checked(draft: Draft): Checked {
  const { key, isPinned, isListed } = draft;
  const [name, group] = [draft.name.trim() || null, draft.group.trim() || null];
  const parsed = DisplayInput.safeParse({ key, isPinned, ...(isListed && { isListed }), name, group, format: formatOf(draft) });
  return parsed.success ? { display: parsed.data } : { problems: problemsOf(parsed.error) };
}

function problemsOf({ issues }: z.ZodError): Partial<Record<DraftField, FieldProblem>> {
  const problems: Partial<Record<DraftField, FieldProblem>> = {};
  for (const issue of issues) {
    const [field] = issue.path;
    if (isField(field)) problems[field] ??= issue;
  }
  return problems;
}
