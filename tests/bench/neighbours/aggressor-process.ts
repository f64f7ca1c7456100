import { spawn } from "node:child_process";
import { killOnExit } from "../../support/server";
import type { Attack, AttackResult, Report } from "./attack";

export type Aggressor = {
  /** Resolves when the attack has begun, with the promise of what it did. */
  begin: (attack: Attack) => Promise<{ result: Promise<AttackResult> }>;
  stop: () => void;
};

/** A process of its own with low priority, because the machine is the server's, too: what it takes there counts, not what it takes here. */
export function startAggressor(): Aggressor {
  const args = ["-n", "19", process.execPath, "--import", "tsx", "tests/bench/neighbours/aggressor.ts"];
  const child = killOnExit(spawn("nice", args, { stdio: ["ignore", "inherit", "inherit", "ipc"] }));
  const heard = <Kind extends Report["kind"]>(kind: Kind) =>
    new Promise<Extract<Report, { kind: Kind }>>((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`The aggressor's process ended with ${code}.`));
      const onMessage = (report: Report) => {
        if (report.kind !== kind) return;
        child.off("message", onMessage).off("exit", onExit);
        resolve(report as Extract<Report, { kind: Kind }>);
      };
      child.on("message", onMessage).once("exit", onExit);
    });
  return {
    begin: async (attack) => {
      const [ready, result] = [heard("ready"), heard("done")];
      // Whoever ends the process early hears of it by the first of the two.
      result.catch(() => undefined);
      child.send(attack);
      await ready;
      return { result };
    },
    stop: () => void child.kill(),
  };
}
