import type { Embedded } from "@/lib/platform/db/embedded";

type Plan = { text: string; rowsRead: number };

/** The plan with its actual rows; the greatest number of rows that a node read. Values are sent as parameters, as by the product. */
export async function planOf(embedded: Embedded, statement: { text: string }, values: unknown[]): Promise<Plan> {
  const { rows } = await embedded.query<{ "QUERY PLAN": string }>(
    `explain (analyze, timing off, summary off, buffers off) ${statement.text}`,
    values,
  );
  const text = rows.map((row) => row["QUERY PLAN"]).join("\n");
  const counts = [...text.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)].map(([, count, loops]) => Number(count) * Number(loops));
  const removed = [...text.matchAll(/Rows Removed by \w+(?: Recheck)?: (\d+)/g)].map(([, count]) => Number(count));
  return { text, rowsRead: Math.max(...counts, ...removed) };
}
