import type { Costs } from "./costs";

type Query = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
type Sizes = Omit<Costs["rows"], "by">;

/** The tables of each thing: the first one has a row for each, and the others what triggers and the search add. */
const tables: Record<keyof Sizes, [string, ...string[]]> = {
  event: ["event", "problem", "search_event"],
  contact: ["contact", "contact_activity", "contact_facet", "search_person"],
  chat: ["chat", "person", "person_identity", "chat_read"],
  item: ["chat_item", "search_message", "first_answer"],
  requestLine: ["api_request"],
  minute: ["api_minute"],
};

/** Counts rows and the pages of their tables and indexes. */
export async function rowSizes(query: Query): Promise<Sizes> {
  await query("vacuum analyze");
  const sizes: Partial<Sizes> = {};
  for (const [name, [first, ...more]] of Object.entries(tables) as [keyof Sizes, [string, ...string[]]][]) {
    const text = `select (select count(*) from ${first}) as rows, (select sum(pg_total_relation_size(t::regclass)) from unnest($1::text[]) t) as bytes`;
    const [row] = (await query(text, [[first, ...more]])).rows;
    sizes[name] = Math.round(Number(row?.["bytes"]) / Number(row?.["rows"]));
  }
  return sizes as Sizes;
}
