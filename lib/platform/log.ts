import pino, { type DestinationStream, type Logger } from "pino";
import { redact } from "@/lib/kernel/redact";
import { runtime, singleton } from "./runtime";

const bufferBytes = 8_192;
/** What waits while nobody reads the output; lines beyond it are let go. */
const mostWaitingBytes = 8 * 1024 * 1024;
const flushMs = 500;
const warning = 40;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    logOutput: DestinationStream & { flush: () => void };
    /** What server.mjs writes with, as soon as it is there. */
    log: Logger;
  }
}

/**
 * Standard output. Lines are gathered for half a second at the most, so that a busy process does not write each by
 * itself; pino writes the rest at the exit.
 */
function output() {
  const opened = pino.destination({ dest: 1, sync: false, minLength: bufferBytes, maxLength: mostWaitingBytes });
  setInterval(() => opened.flush(), flushMs).unref();
  return opened;
}

const level = () => process.env["LOG_LEVEL"] || "info";
const destination = () => singleton("logOutput", output);

/** Structured lines. Callers log ids and codes, not bodies or headers; what is secret or personal all the same is taken out here. */
export const log = pino(
  {
    level: level(),
    formatters: { log: (line) => redact(line) as Record<string, unknown> },
    hooks: {
      logMethod(line, write, at) {
        write.apply(this, line);
        // What went wrong is written at once: the process may be about to end.
        if (at >= warning) destination().flush();
      },
    },
  },
  destination(),
);
runtime.log = log;

/** One line a request. Its fields are few and known, so nothing has to be taken out of them. */
export const accessLog = pino({ level: level(), base: null }, destination());
