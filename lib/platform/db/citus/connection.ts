import { Client } from "pg";

/**
 * What a transaction sets for itself also holds on the node of its workspace. A statement over all shards has one connection to each node,
 * because after several a transaction could not write what every node has.
 */
export const citusSettings = { "citus.propagate_set_commands": "local", "citus.multi_shard_modify_mode": "sequential" };

/**
 * A connection to a distributed database. Citus refuses casts between texts and enums where it needs a function that never changes, and
 * Prisma's client writes them for each enum that it reads or compares. The values are the same without them.
 */
export class CitusClient extends Client {
  // The driver's own signatures are overloads that cannot be repeated here.
  override query(...[first, ...rest]: never[]): never {
    return super.query(withoutCasts(first) as never, ...(rest as [])) as never;
  }
}

const castParameter = /CAST\((\$\d+)::text AS ("\w+"\."\w+")\)/g;

function withoutCasts(query: unknown): unknown {
  if (typeof query !== "object" || query === null || !("text" in query) || typeof query.text !== "string") return query;
  const text = query.text.replaceAll(castParameter, "$1::$2");
  // Behind the last text of the statement, which may have the word, too.
  const at = text.indexOf(" RETURNING ", text.lastIndexOf("'") + 1);
  return { ...query, text: at < 0 ? text : text.slice(0, at) + text.slice(at).replaceAll('"::text', '"') };
}
