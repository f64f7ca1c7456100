import fc from "fast-check";
import { close } from "@/lib/platform/db";

const [count = "100", seed = "1"] = process.argv.slice(2);

/** Tries as many cases as the command names, from its seed, closes the database, prints what was found and ends the process. */
export async function report<T>(property: fc.IRawProperty<T, true>, { examples }: Pick<fc.Parameters<T>, "examples"> = {}): Promise<void> {
  const { failed, numRuns, counterexample, errorInstance } = await fc.check(property, {
    numRuns: Number(count),
    seed: Number(seed),
    ...(examples && { examples }),
  });
  await close();
  const found = { failed, numRuns, seed, counterexample, error: String(errorInstance ?? "") };
  process.stdout.write(JSON.stringify(found), () => process.exit(0));
}
