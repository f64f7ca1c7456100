import { setTimeout as pause } from "node:timers/promises";
import type { ImportState } from "@/lib/data/imports/contract";
import { readImport, sentFile } from "../../../support/imports";
import { mixed } from "../probes";
import type { Row } from "../row";
import type { Target } from "../target";

/** A check is faster than a run; neither ends while it counts. */
const [checked, imported] = [150_000, 30_000];
const maxWaitMs = 60_000;

const fileOf = (lines: number): Buffer =>
  Buffer.from(
    `id,name,phone\n${Array.from({ length: lines }, (_, n) => `file_${n},Ada ${n},+4476${String(n).padStart(8, "0")}`).join("\n")}\n`,
  );

async function call({ team }: Target, method: string, path: string, body?: object): Promise<void> {
  const reply = await team.api(method, `/imports/${path}`, body === undefined ? {} : { body });
  if (reply.status >= 300) throw new Error(reply.text);
}

async function until({ team }: Target, id: string, state: ImportState): Promise<void> {
  const end = performance.now() + maxWaitMs;
  while ((await readImport(team, id)).state !== state) {
    if (performance.now() > end) throw new Error(`The file is not ${state} in time.`);
    await pause(250);
  }
}

async function sent(target: Target, lines: number): Promise<{ id: string; check: () => Promise<void> }> {
  const { id, columns } = await sentFile(target.team, fileOf(lines));
  const mapped = columns.map(({ index, target: to }) => ({ index, target: to }));
  return { id, check: () => call(target, "PUT", `${id}/columns`, { columns: mapped }) };
}

const progressOf =
  ({ team }: Target, id: string, which: "lines" | "written") =>
  async () =>
    (await readImport(team, id)).progress[which];

export const fileChecks: Row = {
  name: "file check",
  does: `a file of ${checked.toLocaleString("en")} contacts is checked (rate: lines)`,
  probe: mixed,
  prepare: async (_, target) => {
    const { id, check } = await sent(target, checked);
    return { patterns: [], begin: check, progress: progressOf(target, id, "lines") };
  },
};

export const fileImports: Row = {
  name: "file import",
  does: `a file of ${imported.toLocaleString("en")} new contacts is imported (rate: contacts)`,
  probe: mixed,
  prepare: async (_, target) => {
    const { id, check } = await sent(target, imported);
    await check();
    await until(target, id, "checked");
    return {
      patterns: [],
      begin: () => call(target, "POST", `${id}/run`),
      progress: progressOf(target, id, "written"),
    };
  },
};
