import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "./expect";
import { shortLivedFlags, startedFolder } from "./server";

/** The same histories in every run, so that a failure is of the change that was made; HISTORIES and HISTORIES_SEED play others. */
const seed = process.env["HISTORIES_SEED"] ?? "2026";

/** Plays random histories of `tests/histories/<name>.ts` in a process of its own, with a database of its own. */
export async function playHistories(name: string, count: number): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: startedFolder(), LOG_LEVEL: "fatal" };
  delete env["DATABASE_URL"];
  const flags = count > 100 ? [] : shortLivedFlags;
  const args = [...flags, "--import", "tsx", `tests/histories/${name}.ts`, String(count), seed];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 10_000_000 });
  const { failed, numRuns, ...found } = JSON.parse(stdout.slice(stdout.lastIndexOf('{"failed"'))) as { failed: boolean; numRuns: number };
  expect(failed, JSON.stringify(found)).toBe(false);
  expect(numRuns).toBe(count);
}
