import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const port = Number(process.env.PORT || 3000);
const folder = process.env.DATA_DIR || ".data";
const file = join(folder, "demo.json");

const isFree = (wanted) =>
  new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .listen(wanted, "127.0.0.1", () => probe.close(() => resolve(true)));
  });

const anyPort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });

/** The receiver's port of the last time, or the one after ours, or any. */
async function receiverPort() {
  const before = existsSync(file) ? Number(new URL(JSON.parse(readFileSync(file, "utf8")).receiver.url).port) : port + 1;
  return (await isFree(before)) ? before : anyPort();
}

mkdirSync(folder, { recursive: true, mode: 0o700 });
await import("../../lib/operator/build.mjs");

const receiver = await receiverPort();
const origin = `http://127.0.0.1:${receiver}`;
process.env.PORT = String(port);
process.env.DEMO = "1";
// Somebody at a terminal: nobody stands in front who would have to notice the end, and nobody reads a line for each call.
process.env.DRAIN_SECONDS ||= "0";
process.env.LOG_LEVEL ||= "warn";
process.env.DEMO_RECEIVER = origin;
process.env.ACTIONS_ALLOW_ORIGINS = [process.env.ACTIONS_ALLOW_ORIGINS, origin].filter(Boolean).join(",");

const { startReceiver } = await import("./receiver.mjs");
await startReceiver(receiver, () => globalThis[Symbol.for("beside.demo-secrets")]());
await import("../../server.mjs");
