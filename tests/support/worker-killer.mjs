/** Terminates the thread of the embedded database at SIGUSR2, at any point of its work, as running out of memory would. */
import { syncBuiltinESMExports } from "node:module";
import workers from "node:worker_threads";

const alive = new Set();
workers.Worker = class extends workers.Worker {
  constructor(file, options) {
    super(file, options);
    if (!String(file).endsWith("pglite.mjs")) return;
    alive.add(this);
    this.once("exit", () => alive.delete(this));
  }
};
syncBuiltinESMExports();
process.on("SIGUSR2", () => {
  for (const worker of alive) worker.terminate();
});
