/** What one form of a number looks like, in JavaScript as in PostgreSQL, and what stands between its two groups in the other form. */
type Form = { pattern: string; joinedBy: string };

/** Numbers that are written in two forms: as they are dialled, and as WhatsApp names them. */
const forms: Form[] = [
  // Brazil: mobile numbers got a ninth digit, which WhatsApp leaves out for older ones. Landlines begin with 2 to 5.
  { pattern: "^(55[1-9][1-9])9([6-9][0-9]{7})$", joinedBy: "" },
  { pattern: "^(55[1-9][1-9])([6-9][0-9]{7})$", joinedBy: "9" },
  // Mexico: a 1 after the country code marked mobile numbers.
  { pattern: "^(52)1([2-9][0-9]{9})$", joinedBy: "" },
  { pattern: "^(52)([2-9][0-9]{9})$", joinedBy: "1" },
  // Argentina: a 9 after the country code marks mobile numbers when they are called from abroad.
  { pattern: "^(54)9([1-3][0-9]{9})$", joinedBy: "" },
  { pattern: "^(54)([1-3][0-9]{9})$", joinedBy: "9" },
];

const parsers = forms.map(({ pattern, joinedBy }) => ({ pattern: new RegExp(pattern), joinedBy }));

/** The other form of the same number; undefined for most numbers. The variant of the variant is the number. */
export function phoneVariant(phone: string): string | undefined {
  for (const { pattern, joinedBy } of parsers) {
    const [, before, after] = pattern.exec(phone) ?? [];
    if (before !== undefined && after !== undefined) return `${before}${joinedBy}${after}`;
  }
  return undefined;
}

/** The phones and their variants, each once. */
export const withVariants = (phones: readonly string[]): string[] => [
  ...new Set(phones.flatMap((phone) => [phone, phoneVariant(phone) ?? phone])),
];

/** `phoneVariant` as an SQL expression; null where there is none. */
export function variantSql(phone: string): string {
  const cases = forms.map(
    ({ pattern, joinedBy }) => `when ${phone} ~ '${pattern}' then regexp_replace(${phone}, '${pattern}', '\\1${joinedBy}\\2')`,
  );
  return `(case ${cases.join(" ")} end)`;
}
