import type { PanelEvent } from "@/lib/desk/panel/contract";

type Properties = PanelEvent["properties"];

const ownNames = ["amount", "reference"] as const;
/** `own`: shown with a label of ours instead of the name that was sent. */
export type Row = { key: string; own: (typeof ownNames)[number] | undefined; value: string };

/** Amount and reference come first, with labels of ours; the rest is shown as it was sent. */
export function rowsOf(properties: Properties): Row[] {
  const rows = Object.entries(properties).map(([key, value]) => ({
    key,
    own: ownNames.find((name) => name === key),
    value: String(value),
  }));
  const own = ownNames.flatMap((name) => rows.filter((row) => row.own === name));
  return [...own, ...rows.filter((row) => row.own === undefined)];
}

/** The same in one line, for a list: "59.90 EUR · INV-2041 · items: 3". */
export const lineOf = (properties: Properties): string =>
  rowsOf(properties)
    .map(({ key, own, value }) => (own === undefined ? `${key}: ${value}` : value))
    .join(" · ");
