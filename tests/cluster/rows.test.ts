import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { startPostgres } from "../postgres";
import { expectRight, heardOf } from "../rows/check";

test("every raw statement answers on a PostgreSQL server the rows that are written beside it", async () => {
  const postgres = await startPostgres();
  try {
    const [key, next, secret] = [32, 32, 32].map((bytes) => randomBytes(bytes).toString("hex"));
    const env = { DATABASE_URL: postgres.url, SECRET_KEY: key ?? "", NEXTAUTH_SECRET: secret ?? "" };
    const heard = new Map([...(await heardOf("everything", env)), ...(await heardOf("rotation", { ...env, SECRET_KEY_NEXT: next ?? "" }))]);
    expectRight(heard);
    // What only a server is asked.
    const texts = [...heard.keys()].join("\n");
    for (const part of [
      "pg_try_advisory_lock($1)",
      "pg_try_advisory_lock(hashtextextended",
      "application_name = $1",
      "application_name = …",
    ])
      expect(texts).toContain(part);
  } finally {
    await postgres.stop();
  }
});
