import { spawn } from "node:child_process";
import { expect } from "@playwright/test";
import { sqlOf } from "../unit/sql";
import type { Heard } from "./hear";

type Env = Record<string, string>;

/** Runs one of the scripts beside this file, in a process of its own on a database of its own. */
export function heardOf(script: "everything" | "rotation", env: Env): Promise<Map<string, Heard>> {
  const started = spawn(process.execPath, ["--import", "tsx", `tests/rows/${script}.ts`], {
    env: { ...process.env, LOG_LEVEL: "error", ACTIONS_ALLOW_ORIGINS: "http://127.0.0.1:9", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  started.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.out += text;
  });
  started.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.err += text;
  });
  return new Promise((resolve, reject) => {
    started.once("error", reject);
    started.once("close", (code) => {
      // What was logged stands before it.
      const last = said.out.split("\n").at(-1) ?? "";
      if (code === 0) resolve(new Map(Object.entries(JSON.parse(last) as Record<string, Heard>)));
      else reject(new Error(`${script} ended with ${code}: ${said.err}`));
    });
  });
}

/** What a statement does, without what stands in parentheses: the words that begin its parts. */
function verbOf(text: string): string {
  let bare = text.replaceAll(/--[^\n]*/g, "");
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = bare.replaceAll(/\([^()]*\)/g, " ");
  }
  const verb = /\b(select|insert|update|delete)\b/i.exec(bare)?.[1]?.toLowerCase() ?? "";
  return verb === "select" || /\breturning\b/i.test(bare) ? "answers" : verb;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Texts of the product that answer rows, and of which nothing was heard. `run` are those of statements whose rows nobody reads. */
export function unheard(heard: Map<string, Heard>, { run, elsewhere }: { run: readonly string[]; elsewhere: readonly string[] }): string[] {
  const texts = [...heard.keys()];
  return sqlOf("lib")
    .filter(({ file }) => !elsewhere.includes(file))
    .filter(({ text }) => verbOf(text) === "answers" && !run.includes(text))
    .filter(({ text }) => {
      const like = new RegExp(text.split("…").map(escaped).join("[\\s\\S]*?"));
      return !texts.some((one) => like.test(one));
    })
    .map(({ file, text }) => `${file}: ${text.trim().slice(0, 160)}`);
}

export function expectRight(heard: Map<string, Heard>): void {
  const wrong = [...heard].filter(([, { rows, wrong }]) => wrong !== null || rows === 0);
  expect(wrong.map(([text, { rows, wrong }]) => `${rows} rows: ${wrong ?? ""} ${text.trim().slice(0, 160)}`)).toEqual([]);
}
