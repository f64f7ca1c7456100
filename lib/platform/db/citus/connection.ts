import { Client } from "pg";

/**
 * A connection to a distributed database. Citus refuses a cast of an enum in RETURNING, which Prisma's client writes for each. The value
 * is the same without it.
 */
export class CitusClient extends Client {
  // The driver's own signatures are overloads that cannot be repeated here.
  override query(...[first, ...rest]: never[]): never {
    return super.query(withoutCasts(first) as never, ...(rest as [])) as never;
  }
}

const returning = / RETURNING (?=[^']*$)/;

function withoutCasts(query: unknown): unknown {
  if (typeof query !== "object" || query === null || !("text" in query) || typeof query.text !== "string") return query;
  const found = returning.exec(query.text);
  if (!found?.index) return query;
  const [before, after] = [query.text.slice(0, found.index), query.text.slice(found.index)];
  return { ...query, text: before + after.replaceAll("::text", "") };
}
