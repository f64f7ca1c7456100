import { randomBytes } from "node:crypto";
import { readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

const Holder = z.object({ pid: z.number(), started: z.string(), host: z.string(), port: z.number(), url: z.string(), token: z.string() });
/** The process that has the data folder, and how the command line on this machine reaches it. */
export type Holder = z.output<typeof Holder>;

const beatMs = 2_000;
const deadMs = 15_000;
const fileOf = (folder: string) => join(folder, "lock.json");

/** State and begin of a process, as the kernel tells; nothing where there is no /proc, or no such process. */
function statOf(pid: number): { state: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

/** When a process began: a number that came back for another process is told apart by it. Empty where it cannot be known. */
const startOf = (pid: number): string => statOf(pid)?.started ?? "";

/** A killed process that nobody has collected yet still has its number, but holds nothing any more. */
const isRemnant = (pid: number): boolean => ["Z", "X"].includes(statOf(pid)?.state ?? "");

function isAlive(holder: Holder, file: string): boolean {
  // Another container sharing the folder: its processes cannot be seen from here, only its heartbeat.
  if (holder.host !== hostname()) return Date.now() - statSync(file).mtimeMs < deadMs;
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return holder.started === startOf(holder.pid) && !isRemnant(holder.pid);
}

/** Who holds the folder now, if that process lives. */
export function holderOf(folder: string): Holder | undefined {
  try {
    const holder = Holder.parse(JSON.parse(readFileSync(fileOf(folder), "utf8")));
    return isAlive(holder, fileOf(folder)) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes the folder for this process until it ends; a killed process leaves nothing that would keep the next one out.
 * @throws a sentence for the operator when another process has it.
 */
export async function lock(folder: string, { port, url }: { port: number; url: string }): Promise<Holder> {
  const file = fileOf(folder);
  const mine: Holder = {
    pid: process.pid,
    started: startOf(process.pid),
    host: hostname(),
    port,
    url,
    token: randomBytes(24).toString("base64url"),
  };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(mine), { mode: 0o600, flag: "wx" });
      // Of two that found the same dead holder, the one that wrote last keeps it.
      await pause(50);
      if (readFileSync(file, "utf8") === JSON.stringify(mine)) return keep(file, mine);
    } catch (error) {
      if (!["EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
    const other = holderOf(folder);
    if (other) {
      throw new Error(
        `The data folder ${folder} is in use by another Beside (process ${other.pid} on port ${other.port}). Stop that one first, or choose another folder with DATA_DIR.`,
      );
    }
    try {
      unlinkSync(file);
    } catch {
      // Somebody else removed it first; the next round finds out who has it now.
    }
  }
  throw new Error(`The data folder ${folder} could not be locked: another Beside is starting on it. Try again.`);
}

function keep(file: string, mine: Holder): Holder {
  const beat = setInterval(() => {
    try {
      if (readFileSync(file, "utf8") !== JSON.stringify(mine)) end();
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder is gone or read-only: the database says so itself.
    }
  }, beatMs);
  beat.unref();
  process.once("exit", () => {
    try {
      if (readFileSync(file, "utf8") === JSON.stringify(mine)) unlinkSync(file);
    } catch {
      // Already gone.
    }
  });
  return mine;
}

/** Another took this process for dead: it had slept for long, or could not be seen from there. Two on one folder would destroy it. */
function end(): never {
  process.stderr.write("Another Beside has taken the data folder of this one. This one ends; nothing that was answered is lost.\n");
  process.exit(1);
}
