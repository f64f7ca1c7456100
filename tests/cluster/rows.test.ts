import { randomBytes } from "node:crypto";
import { test } from "@playwright/test";
import { expectValid, observe } from "../rows/check";
import { expect } from "../support/expect";
import { startPostgres } from "../support/postgres";

test("the rows of every raw statement match the schema beside it on a PostgreSQL server", async () => {
  const postgres = await startPostgres();
  try {
    const [key, next, secret] = [32, 32, 32].map((bytes) => randomBytes(bytes).toString("hex"));
    const env = { DATABASE_URL: postgres.url, SECRET_KEY: key ?? "", NEXTAUTH_SECRET: secret ?? "" };
    const observed = new Map([
      ...(await observe("everything", env)),
      ...(await observe("rotation", { ...env, SECRET_KEY_NEXT: next ?? "" })),
    ]);
    expectValid(observed);
    // Statements that run only on a server.
    const texts = [...observed.keys()].join("\n");
    for (const part of ["pg_try_advisory_lock($1)", "pg_try_advisory_lock(hashtextextended", "application_name = $1"])
      expect(texts).toContain(part);
  } finally {
    await postgres.stop();
  }
});
