/** Runs the commands of `npm run admin`, one a line on standard input, without a new process for each. */
import { createInterface } from "node:readline";
import { run } from "@/lib/ops";
import type { Command } from "@/lib/ops/contract";
import { open } from "@/lib/platform/db";
import { connectRedis } from "@/lib/platform/redis";

await Promise.all([open(), connectRedis()]);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, command, input } = JSON.parse(line) as { id: number; command: Command; input: Record<string, string> };
  run({ command, input }).then(
    (result) => process.stdout.write(`${JSON.stringify({ id, result })}\n`),
    (error: unknown) => process.stdout.write(`${JSON.stringify({ id, error: String(error) })}\n`),
  );
}
process.exit(0);
