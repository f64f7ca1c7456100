/** Preloaded into a server: says, at a port of its own, how much memory it needs once everything that nobody holds is gone. */

import { createServer } from "node:http";
import { setImmediate as pause } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";

async function settled() {
  // What a collection finds free is given back after it.
  for (let count = 0; count < 3; count += 1) {
    globalThis.gc();
    await pause();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

if (isMainThread)
  createServer(async (_request, response) => response.end(String(await settled()))).listen(Number(process.env.MEMORY_PORT), "127.0.0.1");
