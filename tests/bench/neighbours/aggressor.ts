/** The process of the aggressor: runs one attack after the other, as its parent says. */
import type { Attack, Report } from "./attack";
import { RunningAttack } from "./patterns";

const report = (what: Report) => process.send?.(what);

process.on("message", (attack: Attack) => {
  run(attack).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.once("disconnect", () => process.exit(0));

async function run(attack: Attack): Promise<void> {
  const running = new RunningAttack(attack);
  const counts = await running.open();
  report({ kind: "ready" });
  report({ kind: "done", ...(await running.follow(counts)) });
}
