import pino from "pino";
import { redact } from "@/lib/kernel/redact";
import { once } from "./once";

const bufferBytes = 8_192;
/** What waits while nobody reads the output; lines beyond it are let go. */
const mostWaitingBytes = 8 * 1024 * 1024;
const flushMs = 500;
const warning = 40;

/**
 * Standard output. Lines are gathered for half a second at the most, so that a busy process does not write each by
 * itself; pino writes the rest at the exit.
 */
function output() {
  const destination = pino.destination({ dest: 1, sync: false, minLength: bufferBytes, maxLength: mostWaitingBytes });
  setInterval(() => destination.flush(), flushMs).unref();
  return destination;
}

const level = () => process.env["LOG_LEVEL"] || "info";
const place = () => once("log-output", output);

/** Structured lines. Callers log ids and codes, not bodies or headers; what is secret or personal all the same is taken out here. */
export const log = once("log", () =>
  pino(
    {
      level: level(),
      formatters: { log: (line) => redact(line) as Record<string, unknown> },
      hooks: {
        logMethod(line, write, at) {
          write.apply(this, line);
          // What went wrong is written at once: the process may be about to end.
          if (at >= warning) place().flush();
        },
      },
    },
    place(),
  ),
);

/** One line a request. Its fields are few and known, so nothing has to be taken out of them. */
export const accessLog = once("access-log", () => pino({ level: level(), base: null }, place()));
