import type { Translator } from "@/lib/messages";
import type messages from "@/lib/messages/en.json";
import type { Details, Entry, EntryKind, Value } from "@/lib/workspace/audit/contract";

/** The catalogue's key for a kind. A dot would separate levels of keys. */
type KindOf<W extends EntryKind> = W extends `${infer Area}.${infer Verb}` ? `${Area}_${Verb}` : never;
export type Kind = KindOf<EntryKind>;
export const kindOf = (what: EntryKind): Kind => what.replace(".", "_") as Kind;

const newValue = (details: Details, field: string): Value => {
  const value = details[field];
  return value !== null && typeof value === "object" && "to" in value ? value.to : (value ?? null);
};

/** The values for the catalogue's texts of entries; an entry itself stores no text. */
export const actionValues = (t: Translator<"audit">, { actor, subject, details }: Pick<Entry, "actor" | "subject" | "details">) => ({
  actor: actor.name,
  subject,
  plan: valueText(t, newValue(details, "plan")),
  isRemoved: String(newValue(details, "address") === null),
});

/** "Olga Owner revealed the signing secret", without any markup. */
export const describeEntry = (t: Translator<"audit">, entry: Pick<Entry, "actor" | "what" | "subject" | "details">): string =>
  t.markup(`kinds.${kindOf(entry.what)}.sentence`, { ...actionValues(t, entry), b: plain, bdi: plain });

type Line = { name: string; from?: string; to: string };

/** The details, one line per field. Changed fields come first, because the database does not keep the order of fields. */
export const detailLines = (t: Translator<"audit">, details: Details): Line[] =>
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

/** Entries are never deleted, so a field may be missing in the catalogue: "confirmText" is then shown as "Confirm text". */
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
