import { AppError } from "@/lib/kernel/errors";
import { migrate } from "@/lib/platform/db/migrate";
import { withStartupLockAt } from "@/lib/platform/db/startup-lock";
import { reading } from "./folder";
import { type Secrets, secretsOf } from "./secrets";
import { type Ask, copy, type Digest, digestOf, type Table, tablesOf } from "./tables";
import { connected, type Found, inTransaction, look, shown } from "./target";

export type Moved = { isNew: boolean; tables: (Digest & { name: string })[]; secrets: Secrets };

/**
 * Copies what is in a data folder into an empty PostgreSQL database. One transaction, which ends when every table was
 * compared: it is all there, or nothing is, so a move that was interrupted is simply begun again. Instances that start on
 * the target meanwhile wait for it. Once it is done, doing it again changes nothing.
 */
export async function move(folder: string, url: string): Promise<Moved> {
  return reading(folder, async (from) => {
    const [installed] = await from<{ key_check: string }>("select key_check from installation where id = 1");
    if (!installed) throw new AppError("not_found", `Beside was never started on ${folder}: there is nothing to move.`);
    const secrets = secretsOf(folder, installed.key_check);
    return connected(url, (to) =>
      withStartupLockAt(url, async (connection) => {
        const found = await look(to, installed.key_check);
        refuseForeign(found, url);
        await migrate(connection);
        const tables = await sameTables(from, to);
        const isNew = found !== "this installation";
        const moved = isNew ? await inTransaction(to, () => fill(from, to, tables)) : await compare(from, to, tables, url);
        return { isNew, tables: moved, secrets };
      }),
    );
  });
}

function refuseForeign(found: Found, url: string): void {
  if (found !== "another installation" && found !== "something else") return;
  const whose = found === "something else" ? "tables of something else" : "the data of another installation of Beside";
  throw new AppError(
    "conflict",
    `The database ${shown(url)} holds ${whose}. Nothing was written. Make an empty database (createdb …), and name that one.`,
  );
}

async function sameTables(from: Ask, to: Ask): Promise<Table[]> {
  const [ours, theirs] = [await tablesOf(from), await tablesOf(to)];
  const shapes = new Map(theirs.map(({ name, shape }) => [name, shape]));
  const other = ours.filter(({ name, shape }) => shapes.get(name) !== shape).map(({ name }) => name);
  if (other.length === 0 && ours.length === theirs.length) return ours;
  throw new AppError(
    "conflict",
    `The tables of the two databases differ (${other.join(", ") || "one has more"}). Nothing was written. Use the version of Beside that last ran on the folder, and an empty database.`,
  );
}

async function fill(from: Ask, to: Ask, tables: Table[]): Promise<Moved["tables"]> {
  const moved: Moved["tables"] = [];
  // Nobody else writes until this ends, so what was counted is what is there.
  await to(`lock table ${tables.map(({ name }) => `"${name}"`).join(", ")} in share row exclusive mode`);
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
  return moved;
}

/** What was moved before and is the same still; a database that went on since is not for overwriting. */
async function compare(from: Ask, to: Ask, tables: Table[], url: string): Promise<Moved["tables"]> {
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
    `This folder was moved to ${shown(url)} before, and one of the two went on since (${changed.join(", ")}). Nothing was written. To move the folder once more, make an empty database and name that one.`,
  );
}
