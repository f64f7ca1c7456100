import { randomBytes } from "node:crypto";
import { readFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

const Holder = z.object({ pid: z.number(), started: z.string(), host: z.string(), port: z.number(), url: z.string(), token: z.string() });
/** The process that holds the data folder's lock, and how the command line on this machine reaches it. */
export type Holder = z.output<typeof Holder>;

const heartbeatMs = 2_000;
const staleMs = 15_000;
const fileOf = (folder: string) => join(folder, "lock.json");

/** State and start time of a process, from the kernel; undefined without /proc or without such a process. */
function statOf(pid: number): { state: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

/** When a process started, which distinguishes a process that reuses the same pid. Empty where it is unknown. */
const startOf = (pid: number): string => statOf(pid)?.started ?? "";

/** A killed process that was not reaped yet (a zombie) still has its pid, but holds nothing any more. */
const isZombie = (pid: number): boolean => ["Z", "X"].includes(statOf(pid)?.state ?? "");

function isAlive(holder: Holder, file: string): boolean {
  // Another container sharing the folder: its processes cannot be seen from here, only its heartbeat.
  if (holder.host !== hostname()) return Date.now() - statSync(file).mtimeMs < staleMs;
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return holder.started === startOf(holder.pid) && !isZombie(holder.pid);
}

/** The holder of the folder's lock, if its process is alive. */
export function holderOf(folder: string): Holder | undefined {
  try {
    const holder = Holder.parse(JSON.parse(readFileSync(fileOf(folder), "utf8")));
    return isAlive(holder, fileOf(folder)) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Locks the folder for this process until it ends; the lock of a killed process does not block the next one.
 * @throws an error for the operator when another process holds it
 */
export async function lock(folder: string, { port, url }: { port: number; url: string }): Promise<Holder> {
  const file = fileOf(folder);
  const own: Holder = {
    pid: process.pid,
    started: startOf(process.pid),
    host: hostname(),
    port,
    url,
    token: randomBytes(24).toString("base64url"),
  };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(own), { mode: 0o600, flag: "wx" });
      // Two processes may replace the same dead holder: the one that wrote last gets the lock.
      await pause(50);
      if (readFileSync(file, "utf8") === JSON.stringify(own)) return startHeartbeat(file, own);
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
      // Another process removed it first; the next attempt finds the new holder.
    }
  }
  throw new Error(`The data folder ${folder} could not be locked: another Beside is starting on it. Try again.`);
}

function startHeartbeat(file: string, own: Holder): Holder {
  const heartbeat = setInterval(() => {
    try {
      if (readFileSync(file, "utf8") !== JSON.stringify(own)) end();
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder is gone or read-only: the database reports that itself.
    }
  }, heartbeatMs);
  heartbeat.unref();
  process.once("exit", () => {
    try {
      if (readFileSync(file, "utf8") === JSON.stringify(own)) unlinkSync(file);
    } catch {
      // Already gone.
    }
  });
  return own;
}

/** Another process considered this one dead: it was suspended for long, or is not visible from there. Two would corrupt the folder. */
function end(): never {
  process.stderr.write("Another Beside has taken the data folder of this one. This one ends; nothing that was answered is lost.\n");
  process.exit(1);
}
