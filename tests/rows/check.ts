import { spawn } from "node:child_process";
import { expect } from "../support/expect";
import { shortLivedFlags } from "../support/server";
import { sqlOf } from "../unit/sql";
import type { Observed } from "./observe";

type Env = Record<string, string>;

/** Runs one of the scripts beside this file in a separate process with a separate database. */
export function observe(script: "everything" | "rotation", env: Env): Promise<Map<string, Observed>> {
  const started = spawn(process.execPath, [...shortLivedFlags, "--import", "tsx", `tests/rows/${script}.ts`], {
    env: { ...process.env, LOG_LEVEL: "error", ACTIONS_ALLOW_ORIGINS: "http://127.0.0.1:9", DEMO: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", err: "" };
  started.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.out += text;
  });
  started.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.err += text;
  });
  return new Promise((resolve, reject) => {
    started.once("error", reject);
    started.once("close", (code) => {
      // Log lines may precede the report.
      const last = output.out.split("\n").at(-1) ?? "";
      if (code === 0) resolve(new Map(Object.entries(JSON.parse(last) as Record<string, Observed>)));
      else reject(new Error(`${script} ended with ${code}: ${output.err}`));
    });
  });
}

/** "returns" for a statement that returns rows, else its verb. Subqueries are in parentheses and ignored. */
function verbOf(text: string): string {
  let bare = text.replaceAll(/--[^\n]*/g, "");
  for (let previous = ""; previous !== bare; ) {
    previous = bare;
    bare = bare.replaceAll(/\([^()]*\)/g, " ");
  }
  const verb = /\b(select|insert|update|delete)\b/i.exec(bare)?.[1]?.toLowerCase() ?? "";
  return verb === "select" || /\breturning\b/i.test(bare) ? "returns" : verb;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Statements of the product that return rows and were not run. `rowless` are those whose rows are never read. */
export function missingStatements(
  observed: Map<string, Observed>,
  { rowless, elsewhere }: { rowless: readonly string[]; elsewhere: readonly string[] },
): string[] {
  const texts = [...observed.keys()];
  return sqlOf("lib")
    .filter(({ file }) => !elsewhere.includes(file))
    .filter(({ text }) => verbOf(text) === "returns" && !rowless.includes(text))
    .filter(({ text }) => {
      const pattern = new RegExp(text.split("…").map(escaped).join("[\\s\\S]*?"));
      return !texts.some((one) => pattern.test(one));
    })
    .map(({ file, text }) => `${file}: ${text.trim().slice(0, 160)}`);
}

export function expectValid(observed: Map<string, Observed>): void {
  const wrong = [...observed].filter(([, { rows, wrong }]) => wrong !== null || rows === 0);
  expect(wrong.map(([text, { rows, wrong }]) => `${rows} rows: ${wrong ?? ""} ${text.trim().slice(0, 160)}`)).toEqual([]);
}
