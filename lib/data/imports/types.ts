import type { Column, ValueType } from "./contract";

export type Value = string | number | boolean;

/** What spreadsheets write for a boolean, in the languages of the screens and in French. */
const booleans: Readonly<Record<string, boolean>> = {
  ...{ true: true, wahr: true, verdadero: true, verdadeiro: true, vrai: true },
  ...{ false: false, falsch: false, falso: false, faux: false },
};
/** What is one, too, where somebody has said that the column has booleans. */
const saidBooleans: Readonly<Record<string, boolean>> = {
  ...{
    ...booleans,
    yes: true,
    y: true,
    ja: true,
    j: true,
    si: true,
    sí: true,
    sim: true,
    s: true,
    oui: true,
    t: true,
    on: true,
    x: true,
    "1": true,
  },
  ...{ no: false, n: false, nein: false, não: false, nao: false, non: false, f: false, off: false, "0": false },
};
const lookUp = (all: Readonly<Record<string, boolean>>, text: string): boolean | undefined => {
  const key = text.length > 12 ? "" : text.toLowerCase().normalize("NFC");
  return Object.hasOwn(all, key) ? all[key] : undefined;
};

/** A leading zero is part of a text: 0071 is no number. */
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
/** A comma before three digits may mean thousands, so it is not taken for either. */
const decimalComma = /^-?(?:0|[1-9]\d{0,14}),(?:\d{1,2}|\d{4,15})$/;
/** More digits than these are not carried exactly: an id, not a number. */
const maxDigits = 15;

const isNumber = (text: string): boolean =>
  text.length <= 32 && plainNumber.test(text) && text.replace(/[^\d]/g, "").replace(/^0+/, "").length <= maxDigits;

/** What a text is by itself. */
export function typeOf(text: string): ValueType {
  if (isNumber(text)) return "number";
  return lookUp(booleans, text) === undefined ? "text" : "boolean";
}

/** What all values of a column are by now, and with one more. Null: there was none. */
export function narrowed(before: ValueType | null, text: string): ValueType {
  if (before === "text") return before;
  const type = typeOf(text);
  return before === null || before === type ? type : "text";
}

/** The value that a text is as one of this type; undefined when it is none. */
export function valueAs(text: string, type: ValueType): Value | undefined {
  if (type === "text") return text;
  if (type === "boolean") return lookUp(saidBooleans, text);
  const plain = text.length <= 32 && decimalComma.test(text) ? text.replace(",", ".") : text;
  // Adding 0 makes 0 of -0.
  return isNumber(plain) ? Number(plain) + 0 : undefined;
}

/** Texts that the check has stored, as the types say that it has found when it was through with the file. */
export function typed(attributes: Readonly<Record<string, Value>>, columns: readonly Column[]): Record<string, Value> {
  const types = new Map(
    columns.flatMap(({ target, type }) => (target?.kind === "attribute" && type ? [[target.name, type] as const] : [])),
  );
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const type = types.get(name);
      return [name, typeof value === "string" && type ? (valueAs(value, type) ?? value) : value];
    }),
  );
}

/** The attributes whose type somebody has said: a value of another type is changed, also where both say the same. */
export const saidTypes = (columns: readonly Column[]): string[] =>
  columns.flatMap(({ target }) => (target?.kind === "attribute" && target.type ? [target.name] : []));

/** The columns as a check begins with them: types that are said or that contacts have, and none yet that are sought in the file. */
export function withTypes(columns: readonly Column[], ofContacts: ReadonlyMap<string, ValueType>): Column[] {
  return columns.map((column) => {
    const { target } = column;
    if (target?.kind !== "attribute") return { ...column, ...(column.typeFrom === "values" ? {} : { type: null, typeFrom: null }) };
    if (target.type) return { ...column, type: target.type, typeFrom: "target" };
    const type = ofContacts.get(target.name);
    return type ? { ...column, type, typeFrom: "contacts" } : { ...column, type: null, typeFrom: "values" };
  });
}
