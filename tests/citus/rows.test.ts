import { randomBytes } from "node:crypto";
import { test } from "@playwright/test";
import { expectValid, observe } from "../rows/check";
import { expect } from "../support/expect";
import { startDistributed } from "./database";

test("the rows of every raw statement match the schema beside it on a distributed database", async () => {
  test.setTimeout(300_000);
  const nodes = await startDistributed();
  try {
    const [key, next, secret] = [32, 32, 32].map((bytes) => randomBytes(bytes).toString("hex"));
    const env = { DATABASE_URL: nodes.url, SECRET_KEY: key ?? "", NEXTAUTH_SECRET: secret ?? "" };
    const observed = new Map([
      ...(await observe("everything", env)),
      ...(await observe("rotation", { ...env, SECRET_KEY_NEXT: next ?? "" })),
    ]);
    expectValid(observed);
    expect([...observed.keys()].join("\n")).toContain("get_shard_id_for_distribution_column");
  } finally {
    await nodes.stop();
  }
});
