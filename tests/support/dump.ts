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
