/** The rows that `--only 3,import` names. "6" also names those that begin with it and a space. */
export function chosenRows<Row extends { name: string }>(rows: readonly Row[], only: string | undefined): Row[] {
  if (only === undefined) return [...rows];
  const names = only.split(",").map((name) => name.trim());
  const isNamed = (row: Row, name: string) => row.name === name || row.name.startsWith(`${name} `);
  const unknown = names.filter((name) => !rows.some((row) => isNamed(row, name)));
  if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(", ")}; there are ${rows.map(({ name }) => name).join(", ")}.`);
  return rows.filter((row) => names.some((name) => isNamed(row, name)));
}
