import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { functionsFor } from "@/lib/platform/db/functions";
import { type Connection, rowsOver } from "@/lib/platform/db/rows";
import { statementsOf } from "./split";

const onShard = "on_shard(uuid, jsonb, boolean, text, text, jsonb)";
/** What Citus needs besides, and the form for it of the functions that all databases have. */
export const citusFunctions = (root = process.cwd()): string =>
  `${readFileSync(join(root, "prisma/citus/functions.sql"), "utf8")}\n${functionsFor("citus", root)}`;

const VersionRow = z.strictObject({ version: z.string().nullable() });

type Options = { force: boolean; root?: string };

/** Brings the functions of a distributed database to those of this version, on all nodes. `force` after anything may have replaced one. */
export async function applyFunctions(connection: Connection, { force, root = process.cwd() }: Options): Promise<void> {
  const script = citusFunctions(root);
  const version = createHash("sha256").update(script).digest("hex");
  const [found] = await rowsOver(connection, VersionRow)(`select obj_description(to_regprocedure('${onShard}'), 'pg_proc') as version`);
  if (found?.version === version && !force) return;
  for (const statement of statementsOf(script)) await connection.query(statement, []);
  await connection.query(`comment on function ${onShard} is '${version}'`, []);
}

/** After the table that it belongs with is distributed: the node of a workspace runs it. */
export const delegateStatement = `select create_distributed_function('${onShard}', 'the_workspace', colocate_with := 'contact', force_delegation := true)`;
