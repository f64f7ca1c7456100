import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asTakenOver } from "@/lib/platform/db/migrate/indexes";
import { difference, emptyDifference } from "@/prisma/schema-engine";

// npm run migration -- add_audit: writes the SQL that leads from the migrations so far to the schema.
const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  process.stderr.write("Name the migration in small letters and _: npm run migration -- add_audit\n");
  process.exit(2);
}
const sql = asTakenOver(await difference());
if (sql.trim() === emptyDifference) {
  process.stdout.write("The migrations lead to the schema already.\n");
  process.exit(0);
}
const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const folder = join("prisma/migrations", `${stamp}_${name}`);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "migration.sql"), sql);
process.stdout.write(`${folder}/migration.sql\n`);
process.exit(0);
