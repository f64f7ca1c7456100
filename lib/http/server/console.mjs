import { Console } from "node:console";
import { Writable } from "node:stream";
import { runtime } from "./runtime.mjs";

/** Writes a log line without the logger: before it is loaded, and for lines that no level hides. `level` is one of pino's. */
export const writeLogLine = (level, msg) => process.stdout.write(`${JSON.stringify({ level, time: Date.now(), msg })}\n`);

const levels = { info: 30, warn: 40, error: 50 };
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

function writeToLog(level, text) {
  const line = text.replace(colours, "").trim();
  if (!line) return;
  // The logger redacts secret and personal values. Before it is loaded, no request has arrived.
  const { log } = runtime;
  if (log) log[level]({ said: line }, "written to the console");
  else if (level !== "info") writeLogLine(levels[level], line);
}

const streamTo = (level) =>
  new Writable({
    write(chunk, _encoding, done) {
      writeToLog(level, chunk.toString());
      done();
    },
  });

/** Next and its libraries write plain text to the console: from now on each write is a line of JSON, as in the log. */
export function redirectConsole() {
  const [info, warn, error] = ["info", "warn", "error"].map(streamTo);
  const { warn: warnWithConsole } = new Console(warn);
  globalThis.console = Object.assign(new Console(info, error), { warn: warnWithConsole });
  // Node writes its own warnings as text.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => writeToLog("warn", String(warning.stack ?? warning)));
}
