import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Embedded } from "@/lib/platform/db/embedded";

type Row = Record<string, unknown>;

/** Every row of every table of a folder whose server has stopped. */
export async function dumpOf(dataDir: string): Promise<Map<string, Row[]>> {
  const database = await Embedded.open(dataDir);
  try {
    const { rows } = await database.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
    );
    const tables = new Map<string, Row[]>();
    for (const { name } of rows) tables.set(name, (await database.query<Row>(`select * from "${name}"`)).rows);
    return tables;
  } finally {
    await database.close();
  }
}

/** The files below the folder that contain one of the words. */
export function filesWith(folder: string, words: Record<string, string>): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const bytes = readFileSync(file);
      return Object.entries(words).flatMap(([name, word]) => (bytes.includes(word) ? [`${name} in ${file}`] : []));
    });
}
