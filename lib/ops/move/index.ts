import { AppError } from "@/lib/kernel/errors";
import { migrate } from "@/lib/platform/db/migrate";
import { withStartupLockAt } from "@/lib/platform/db/startup-lock";
import { withFolder } from "./folder";
import { type Secrets, secretsOf } from "./secrets";
import { copy, type Digest, digestOf, type Query, type Table, tablesOf } from "./tables";
import { displayUrl, type Found, inspectTarget, inTransaction, withConnection } from "./target";

type Moved = {
  isNew: boolean /** Whether an earlier version wrote the folder. */;
  isOlder: boolean;
  tables: (Digest & { name: string })[];
  secrets: Secrets;
};

/**
 * Copies the contents of a data folder into an empty PostgreSQL database, in one transaction that commits after every table
 * was compared: an interrupted move leaves nothing and is simply repeated. Instances that start on the target meanwhile wait
 * for it. Once it is done, repeating it changes nothing.
 */
export async function move(folder: string, url: string): Promise<Moved> {
  return withFolder(folder, async ({ ask: from, isOlder }) => {
    const [installed] = await from<{ key_check: string }>("select key_check from installation where id = 1");
    if (!installed) throw new AppError("not_found", `Beside was never started on ${folder}: there is nothing to move.`);
    const secrets = secretsOf(folder, installed.key_check);
    return withConnection(url, (to) =>
      withStartupLockAt(url, async (connection) => {
        const found = await inspectTarget(to, installed.key_check);
        rejectForeign(found, url);
        await migrate(connection);
        const tables = await sameTables(from, to);
        const isNew = found !== "this installation";
        const moved = isNew ? await inTransaction(to, () => fill(from, to, tables)) : await compare(from, to, tables, url);
        return { isNew, isOlder, tables: moved, secrets };
      }),
    );
  });
}

function rejectForeign(found: Found, url: string): void {
  if (found !== "another installation" && found !== "something else") return;
  const contents = found === "something else" ? "tables of something else" : "the data of another installation of Beside";
  throw new AppError(
    "conflict",
    `The database ${displayUrl(url)} holds ${contents}. Nothing was written. Make an empty database (createdb …), and name that one.`,
  );
}

async function sameTables(from: Query, to: Query): Promise<Table[]> {
  const [ours, theirs] = [await tablesOf(from), await tablesOf(to)];
  const shapes = new Map(theirs.map(({ name, shape }) => [name, shape]));
  const other = ours.filter(({ name, shape }) => shapes.get(name) !== shape).map(({ name }) => name);
  if (other.length === 0 && ours.length === theirs.length) return ours;
  throw new AppError(
    "conflict",
    `The tables of the two databases differ (${other.join(", ") || "one has more"}). Nothing was written. Use the version of Beside that last ran on the folder, and an empty database.`,
  );
}

/** Tables whose triggers write other tables. */
const withTriggers = ["event", "chat_item", "contact", "chat", "person"] as const;

async function fill(from: Query, to: Query, tables: Table[]): Promise<Moved["tables"]> {
  const moved: Moved["tables"] = [];
  // Nothing else writes until this ends, so the counts stay valid.
  await to(`lock table ${tables.map(({ name }) => `"${name}"`).join(", ")} in share row exclusive mode`);
  // The rows that these triggers write are copied too.
  for (const table of withTriggers) await to(`alter table ${table} disable trigger user`);
  for (const table of tables) {
    const { rows } = await digestOf(to, table);
    if (rows > 0)
      throw new AppError(
        "conflict",
        `The table ${table.name} of the target has rows already. Nothing was written. Name an empty database.`,
      );
    await copy(from, to, table);
    const [before, after] = [await digestOf(from, table), await digestOf(to, table)];
    if (before.rows !== after.rows || before.checksum !== after.checksum) {
      throw new AppError(
        "internal_error",
        `The table ${table.name} did not arrive as it was: ${before.rows} rows left, ${after.rows} came. Nothing was written.`,
      );
    }
    moved.push({ name: table.name, ...after });
  }
  for (const table of withTriggers) await to(`alter table ${table} enable trigger user`);
  await to(`insert into search_backfill (workspace_id, kind)
    select w.id, k from workspace w cross join unnest(enum_range(null::search_kind)) k on conflict do nothing`);
  return moved;
}

/** Checks that an earlier move is unchanged; a database that was used since must not be overwritten. */
async function compare(from: Query, to: Query, tables: Table[], url: string): Promise<Moved["tables"]> {
  const moved: Moved["tables"] = [];
  const changed: string[] = [];
  for (const table of tables) {
    const [before, after] = [await digestOf(from, table), await digestOf(to, table)];
    if (before.checksum !== after.checksum || before.rows !== after.rows) changed.push(table.name);
    moved.push({ name: table.name, ...after });
  }
  if (changed.length === 0) return moved;
  throw new AppError(
    "conflict",
    `This folder was moved to ${displayUrl(url)} before, and one of the two went on since (${changed.join(", ")}). Nothing was written. To move the folder once more, make an empty database and name that one.`,
  );
}
