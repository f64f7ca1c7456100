import type { Details, Entry, Value, What } from "@/lib/domain/audit/contract";
import type { Translator } from "@/lib/messages";
import type messages from "@/lib/messages/en.json";

/** What the catalogue calls a kind: a dot would part its keys. */
type KindOf<W extends What> = W extends `${infer Of}.${infer Did}` ? `${Of}_${Did}` : never;
export type Kind = KindOf<What>;
export const kindOf = (what: What): Kind => what.replace(".", "_") as Kind;

const became = (details: Details, field: string): Value => {
  const value = details[field];
  return value !== null && typeof value === "object" && "to" in value ? value.to : (value ?? null);
};

/** What the sentences of the entries name; an entry itself holds no sentence. */
export const sentenceValues = (t: Translator<"audit">, { actor, subject, details }: Pick<Entry, "actor" | "subject" | "details">) => ({
  actor: actor.name,
  subject,
  plan: valueText(t, became(details, "plan")),
  isRemoved: String(became(details, "address") === null),
});

/** "Olga Owner revealed the signing secret", without any markup. */
export const sentenceText = (t: Translator<"audit">, entry: Pick<Entry, "actor" | "what" | "subject" | "details">): string =>
  t.markup(`kinds.${kindOf(entry.what)}.sentence`, { ...sentenceValues(t, entry), b: plain, bdi: plain });

export type Line = { name: string; from?: string; to: string };

/** The details, one line a field: what changed first, since the database keeps fields in an order of its own. */
export const linesOf = (t: Translator<"audit">, details: Details): Line[] =>
  Object.entries(details)
    .map(([field, value]) =>
      value !== null && typeof value === "object" && "to" in value
        ? { name: fieldText(t, field), from: valueText(t, value.from), to: valueText(t, value.to) }
        : { name: fieldText(t, field), to: valueText(t, value) },
    )
    .sort((a, b) => Number("from" in b) - Number("from" in a));

/** "Name: Shop → =Shop", without any markup. */
export const lineText = (t: Translator<"audit">, { name: field, from, to }: Line): string =>
  from === undefined
    ? t.markup("line", { field, to, new: plain })
    : t.markup("lineChanged", { field, from, to, old: plain, arrow: plain, new: plain });

const plain = (chunks: string) => chunks;

export type KnownField = keyof typeof messages.audit.fields;
function isKnown(t: Translator<"audit">, field: string): field is KnownField {
  return t.has(`fields.${field as KnownField}`);
}

/** Entries stay for ever: one of a field that is no longer there is called as it was written, "confirmText" as "Confirm text". */
function fieldText(t: Translator<"audit">, field: string): string {
  if (isKnown(t, field)) return t(`fields.${field}`);
  const spaced = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function valueText(t: Translator<"audit">, value: Value): string {
  if (value === null || value === "") return t("values.none");
  if (typeof value === "boolean") return t(value ? "values.yes" : "values.no");
  return Array.isArray(value) ? value.join(", ") || t("values.none") : String(value);
}
