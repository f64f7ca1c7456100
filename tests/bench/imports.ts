import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { ImportReply, ImportState } from "@/lib/data/imports/contract";
import { startOperator } from "../cluster/operator";
import { newTeam, type Team } from "../support/fixtures";
import { readImport, sentFile } from "../support/imports";
import { cpuSecondsOf, startPostgres } from "../support/postgres";
import { type Running, startServer } from "../support/server";
import { round, say } from "./print";

const lines = Number(process.env["LINES"] ?? 1_000_000);

/** The largest resident size that the process ever had. */
const peakMegabytes = ({ pid }: Running): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;

const file = (): Buffer => {
  const parts = ["id,name,email,phone,plan\n"];
  for (let nth = 0; nth < lines; nth += 1)
    parts.push(`user_${nth},Name ${nth},user_${nth}@example.com,+4479${String(nth).padStart(8, "0")},pro\n`);
  return Buffer.from(parts.join(""));
};

/** How long the longest of calls took that are sent ten times a second, until `stop` is called. */
function watch({ url }: Running): { stop: () => Promise<number> } {
  const stopped = new AbortController();
  const ended = (async () => {
    let maxMs = 0;
    while (!stopped.signal.aborted) {
      const begun = performance.now();
      await (await fetch(`${url}/api/health`)).text();
      maxMs = Math.max(maxMs, performance.now() - begun);
      await pause(100);
    }
    return maxMs;
  })();
  return {
    stop: () => {
      stopped.abort();
      return ended;
    },
  };
}

async function stepTo(team: Team, id: string, state: ImportState): Promise<ImportReply> {
  for (;;) {
    const found = await readImport(team, id);
    if (found.state === state) return found;
    if (found.state === "failed") throw new Error(`The import failed: ${found.failure?.message}`);
    await pause(500);
  }
}

async function expectStatus(team: Team, [method, path, body]: [string, string, object?], status: number): Promise<void> {
  const reply = await team.api(method, path, { body });
  if (reply.status !== status) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
}

/** A file of a million contacts: how long each step takes, what it costs, and how long the server answers nothing meanwhile. */
export async function imports(): Promise<void> {
  const cluster = await startPostgres();
  const env = { DATABASE_URL: cluster.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64), TRUSTED_PROXIES: "1" };
  const server = await startServer({ env });
  const operator = startOperator(env);
  try {
    const team = await newTeam({ ...server, operate: operator.operate });
    const content = file();
    say(`\n### A file of ${lines.toLocaleString("en-GB")} contacts, ${round(content.length / 1024 / 1024, 0)} MB\n`);
    say("| | seconds | lines a second | server CPU s | database CPU s | longest /api/health ms | peak MB |\n|---|---|---|---|---|---|---|");
    const measured = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const before = [cpuSecondsOf(server.pid), cluster.cpuSeconds()] as const;
      const [begun, watching] = [performance.now(), watch(server)];
      const result = await work();
      const seconds = (performance.now() - begun) / 1000;
      const cpu = [cpuSecondsOf(server.pid) - before[0], cluster.cpuSeconds() - before[1]].map((spent) => round(spent, 0));
      const cells = [name, round(seconds, 0), `**${round(lines / seconds, 0)}**`, ...cpu, round(await watching.stop(), 0)];
      say(`| ${[...cells, round(peakMegabytes(server), 0)].join(" | ")} |`);
      return result;
    };
    const { id, columns } = await measured("upload", () => sentFile(team, content));
    const targets = columns.map(({ index, header, target }) => ({
      index,
      target: header === "plan" ? { kind: "attribute", name: "plan" } : target,
    }));
    await expectStatus(team, ["PUT", `/imports/${id}/columns`, { columns: targets }], 200);
    const checked = await measured("check", () => stepTo(team, id, "checked"));
    if (checked.counts.new !== lines) throw new Error(`The check found ${JSON.stringify(checked.counts)}.`);
    await expectStatus(team, ["POST", `/imports/${id}/run`], 202);
    const done = await measured("run", () => stepTo(team, id, "done"));
    if (done.progress.written !== lines) throw new Error(`${done.progress.written} contacts were written.`);
    await expectStatus(team, ["POST", `/imports/${id}/undo`], 202);
    const undone = await measured("undo", () => stepTo(team, id, "undone"));
    if (undone.undone?.removed !== lines) throw new Error(`${undone.undone?.removed} contacts were removed.`);
  } finally {
    operator.stop();
    await server.kill();
    await cluster.stop();
  }
}
