import type { PanelEvent } from "@/lib/domain/panel/contract";

type Properties = PanelEvent["properties"];
export type Row = { key: string; label: string; value: string };

const firstRows = [
  ["amount", "Amount"],
  ["reference", "Reference"],
] as const;

/** Amount and reference come first and have names of their own; the rest is shown as it was sent. */
export function rowsOf(properties: Properties): Row[] {
  const own = firstRows.filter(([key]) => Object.hasOwn(properties, key));
  const others = Object.keys(properties).filter((key) => !firstRows.some(([first]) => first === key));
  return [...own, ...others.map((key) => [key, key] as const)].map(([key, label]) => ({ key, label, value: String(properties[key]) }));
}

/** The same in one line, for a list: "59.90 EUR · INV-2041 · items: 3". */
export const lineOf = (properties: Properties): string =>
  rowsOf(properties)
    .map(({ key, label, value }) => (key === label ? `${label}: ${value}` : value))
    .join(" · ");
