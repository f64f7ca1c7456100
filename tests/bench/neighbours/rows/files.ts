import { setTimeout as pause } from "node:timers/promises";
import type { ImportReply, ImportState } from "@/lib/data/imports/contract";
import { mixed } from "../probes";
import type { Row } from "../row";
import type { Target } from "../target";

const lines = 30_000;
const maxWaitMs = 60_000;

const file = (): Buffer =>
  Buffer.from(
    `id,name,phone\n${Array.from({ length: lines }, (_, n) => `file_${n},Ada ${n},+4476${String(n).padStart(8, "0")}`).join("\n")}\n`,
  );

async function call({ team }: Target, method: string, path: string, body?: object | Buffer): Promise<ImportReply> {
  const reply = await team.api(method, `/imports${path}`, body === undefined ? {} : { body });
  if (reply.status >= 300) throw new Error(reply.text);
  return reply.body["import"] as ImportReply;
}

async function until(target: Target, id: string, state: ImportState): Promise<void> {
  const end = performance.now() + maxWaitMs;
  while ((await call(target, "GET", `/${id}`)).state !== state) {
    if (performance.now() > end) throw new Error("The file is not checked in time.");
    await pause(250);
  }
}

async function sent(target: Target): Promise<{ id: string; check: () => Promise<void> }> {
  const { id, columns } = await call(target, "POST", "?fileName=contacts.csv", file());
  return {
    id,
    check: async () => {
      await call(target, "PUT", `/${id}/columns`, { columns: columns.map(({ index, target: to }) => ({ index, target: to })) });
    },
  };
}

const progressOf = (target: Target, id: string) => async (which: "done" | "written") =>
  (await call(target, "GET", `/${id}`)).progress[which];

export const fileChecks: Row = {
  name: "file check",
  does: `a file of ${lines.toLocaleString("en")} contacts is checked (rate: lines)`,
  probe: mixed,
  prepare: async (_, target) => {
    const { id, check } = await sent(target);
    return { patterns: [], begin: check, progress: () => progressOf(target, id)("done") };
  },
};

export const fileImports: Row = {
  name: "file import",
  does: `a file of ${lines.toLocaleString("en")} new contacts is imported (rate: contacts)`,
  probe: mixed,
  prepare: async (_, target) => {
    const { id, check } = await sent(target);
    await check();
    await until(target, id, "checked");
    return {
      patterns: [],
      begin: async () => {
        await call(target, "POST", `/${id}/run`);
      },
      progress: () => progressOf(target, id)("written"),
    };
  },
};
