import { resolve } from "node:path";
import { close, open } from "@/lib/platform/db";
import { holderOf } from "@/lib/platform/db/folder-lock";
import { env } from "@/lib/platform/env";

// npm run migrate: brings the database to the newest migration, as every start does, and prints what it did.
try {
  const { DATABASE_URL, DATA_DIR } = env();
  if (!DATABASE_URL && holderOf(resolve(DATA_DIR))) {
    process.stdout.write("Beside is running on this folder and applied all migrations when it started.\n");
  } else {
    const applied = await open();
    await close();
    const lines = applied.length === 0 ? ["The database is at the newest migration already."] : applied.map((name) => `applied ${name}`);
    process.stdout.write(`${lines.join("\n")}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
