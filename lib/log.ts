import pino from "pino";
import { once } from "@/lib/once";

/** Structured lines on standard output. Secrets never come here: callers log ids and codes, not bodies or headers. */
export const log = once("log", () =>
  pino({
    level: process.env["LOG_LEVEL"] || "info",
    redact: ["authorization", "*.authorization", "headers", "*.headers", "password", "*.password", "secret", "*.secret"],
    serializers: { error: pino.stdSerializers.err },
  }),
);
