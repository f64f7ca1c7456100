import fc from "fast-check";
import { open } from "@/lib/platform/db";
import { examples } from "./examples";
import { follow, followOnce, makeStepsSmall } from "./follow";
import { World } from "./play";
import { report } from "./report";
import { Rules } from "./rules";
import { type Step, step } from "./world";

// Plays random histories against the database that the environment names, in a process of its own: main.ts <count> <seed>.

async function play(steps: Step[]): Promise<void> {
  const world = new World();
  await world.open();
  const rules = new Rules(world);
  // In every second history what follows in steps goes on beside it, one step at a time, and the rules hold at the end.
  const isBeside = steps.length % 2 === 0;
  for (const [at, one] of steps.entries()) {
    await world.take(one);
    if (isBeside && at < steps.length - 1) {
      await followOnce(world.workspaceId);
      continue;
    }
    await follow(world.workspaceId);
    const broken = await rules.broken(one);
    if (broken.length > 0) throw new Error(`after step ${at + 1}: ${broken.join("; ")}`);
  }
  const broken = await rules.brokenAtEnd();
  if (broken.length > 0) throw new Error(`at the end: ${broken.join("; ")}`);
}

await open();
await makeStepsSmall();
const history = fc.array(step, { minLength: 1, maxLength: 18, size: "max" });
await report(fc.asyncProperty(history, play), { examples });
