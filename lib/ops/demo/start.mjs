import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { runtime } from "../../http/server/runtime.mjs";

const port = Number(process.env.PORT || 3000);
const folder = process.env.DATA_DIR || ".data";
const file = join(folder, "demo.json");

/** The system's error code when the port cannot be listened on now. */
const listenError = (wanted, host) =>
  new Promise((resolve) => {
    const probe = createServer()
      .once("error", ({ code }) => resolve(code))
      .listen({ port: wanted, host }, () => probe.close(() => resolve(undefined)));
  });

const anyPort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });

/** The receiver's previous port, or the one after ours, or any free one. */
async function receiverPort() {
  const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).receiver.url : "";
  const wanted = before ? Number(new URL(before).port) : port + 1;
  if (wanted !== port && wanted < 65_536 && !(await listenError(wanted, "127.0.0.1"))) return wanted;
  const free = await anyPort();
  process.stdout.write(`Port ${wanted} cannot be had, so the demo's receiver listens on ${free}.\n`);
  return free;
}

function stop(message) {
  console.error(message);
  process.exit(1);
}

// Checked before anything is built or created: a build takes a minute.
if (!Number.isInteger(port) || port < 0 || port > 65_535) stop("PORT must be a port number.");
if ((await listenError(port, process.env.HOST || undefined)) === "EADDRINUSE") stop(`Port ${port} is in use. Choose another with PORT.`);
const receiver = await receiverPort();

mkdirSync(folder, { recursive: true, mode: 0o700 });
await import("../build.mjs");

const origin = `http://127.0.0.1:${receiver}`;
process.env.PORT = String(port);
process.env.DEMO = "1";
// For a person at a terminal: there is no proxy that must notice the stop, and a log line per call is not useful.
process.env.DRAIN_SECONDS ||= "0";
process.env.LOG_LEVEL ||= "warn";
process.env.DEMO_RECEIVER = origin;
process.env.ACTIONS_ALLOW_ORIGINS = [process.env.ACTIONS_ALLOW_ORIGINS, origin].filter(Boolean).join(",");

const { startReceiver } = await import("./receiver.mjs");
await startReceiver(receiver, () => runtime.demo.signingSecrets());
await import("../../../server.mjs");
