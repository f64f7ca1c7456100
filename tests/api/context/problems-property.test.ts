import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "@playwright/test";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";
import { shortLivedFlags, startedFolder } from "../../support/server";

/** The same histories in every run; HISTORIES and HISTORIES_SEED play others. */
const seed = process.env["HISTORIES_SEED"] ?? "2026";

/** Plays random histories in a process of its own, with a database of its own. */
async function play(count: number): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: startedFolder(), LOG_LEVEL: "fatal" };
  delete env["DATABASE_URL"];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...(count > 100 ? [] : shortLivedFlags), "--import", "tsx", "tests/histories/closing.ts", String(count), seed],
    {
      env,
      maxBuffer: 10_000_000,
    },
  );
  const { failed, numRuns, ...found } = JSON.parse(stdout.slice(stdout.lastIndexOf('{"failed"'))) as { failed: boolean; numRuns: number };
  expect(failed, JSON.stringify(found)).toBe(false);
  expect(numRuns).toBe(count);
}

const title =
  "whatever the order of events with references, replies, Handled, closing and reopening, panel, list, tab, overview and API agree on what is open";

test(title, { tag: "@embedded" }, async () => {
  test.setTimeout(180_000);
  await play(runs(200));
});

test(`${title}: 2,000 histories`, { tag: ["@slow", "@embedded"] }, async () => {
  test.setTimeout(1_800_000);
  await play(Number(process.env["HISTORIES"] ?? 2_000));
});
