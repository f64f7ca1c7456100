import pino, { type DestinationStream, type Logger } from "pino";
import { redact } from "@/lib/kernel/redact";
import { runtime, singleton } from "./runtime";

const bufferBytes = 8_192;
/** How much is buffered while nothing reads the output; lines beyond it are dropped. */
const maxBufferedBytes = 8 * 1024 * 1024;
const flushMs = 500;
const warning = 40;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    logOutput: DestinationStream & { flush: () => void };
    /** The logger that server.mjs uses once this module is loaded. */
    log: Logger;
  }
}

/**
 * Standard output. Lines are buffered for at most half a second, so that a busy process does not write each one separately;
 * pino writes the rest at exit.
 */
function output() {
  const stream = pino.destination({ dest: 1, sync: false, minLength: bufferBytes, maxLength: maxBufferedBytes });
  setInterval(() => stream.flush(), flushMs).unref();
  return stream;
}

const level = () => process.env["LOG_LEVEL"] || "info";
const destination = () => singleton("logOutput", output);

/** Structured lines. Callers log ids and codes, not bodies or headers; secret or personal values that get in anyway are redacted here. */
export const log = pino(
  {
    level: level(),
    formatters: { log: (line) => redact(line) as Record<string, unknown> },
    hooks: {
      logMethod(line, write, at) {
        write.apply(this, line);
        // Warnings and errors are written at once: the process may be about to end.
        if (at >= warning) destination().flush();
      },
    },
  },
  destination(),
);
runtime.log = log;

/** One line per request. Its fields are few and known, so they need no redaction. */
export const accessLog = pino({ level: level(), base: null }, destination());
