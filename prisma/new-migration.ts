import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Embedded } from "@/lib/platform/db/embedded";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { asTakenOver } from "@/lib/platform/db/migrate/indexes";
import { changedFunctions } from "@/prisma/changed-functions";
import { difference, emptyDifference } from "@/prisma/schema-engine";

// npm run migration -- add_audit: writes the SQL that leads from the migrations so far to the schema and to the functions of prisma/functions.
const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  process.stderr.write("Name the migration in small letters and _: npm run migration -- add_audit\n");
  process.exit(2);
}
const tables = asTakenOver(await difference());
const embedded = await Embedded.open();
await migrateEmbedded(embedded);
const { changed } = await changedFunctions(embedded);
await embedded.close();
const sql = [...(tables.trim() === emptyDifference ? [] : [tables]), ...changed.map((statement) => `${statement};\n`)].join("\n");
if (sql === "") {
  process.stdout.write("The migrations lead to the schema and to the functions already.\n");
  process.exit(0);
}
const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const folder = join("prisma/migrations", `${stamp}_${name}`);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "migration.sql"), sql);
process.stdout.write(`${folder}/migration.sql\n`);
process.exit(0);
