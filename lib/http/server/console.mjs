import { Console } from "node:console";
import { Writable } from "node:stream";
import { runtime } from "./runtime.mjs";

/** A line for the log by itself: before there is a log, and for what is said at every level. `level` as pino counts. */
export const sayLine = (level, msg) => process.stdout.write(`${JSON.stringify({ level, time: Date.now(), msg })}\n`);

const levels = { info: 30, warn: 40, error: 50 };
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

function say(level, text) {
  const said = text.replace(colours, "").trim();
  if (!said) return;
  // The log takes out what is secret or personal. Before it is there, nobody has sent us anything.
  const { log } = runtime;
  if (log) log[level]({ said }, "written to the console");
  else if (level !== "info") sayLine(levels[level], said);
}

const into = (level) =>
  new Writable({
    write(chunk, _encoding, done) {
      say(level, chunk.toString());
      done();
    },
  });

/** Next and what it calls write text to the console, for people: from now on each piece is a line of JSON, as the log's are. */
export function takeConsole() {
  const [info, warn, error] = ["info", "warn", "error"].map(into);
  const { warn: sayWarning } = new Console(warn);
  globalThis.console = Object.assign(new Console(info, error), { warn: sayWarning });
  // Node writes its own warnings as text.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => say("warn", String(warning.stack ?? warning)));
}
