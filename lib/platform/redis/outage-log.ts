import { log } from "@/lib/platform/log";

/**
 * What may be logged of a failure: its code, or the first word of an error reply (NOAUTH, WRONGPASS, OOM …). The errors
 * themselves carry the command with its arguments, which may include a password.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.message.startsWith("Socket timeout")) return "SILENT";
  const { code } = error as NodeJS.ErrnoException;
  const { code: causeCode } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return String(code ?? causeCode ?? /^[A-Z]{3,20}(?= )/.exec(error.message)?.[0] ?? error.name);
}

/** Logs the start and the end of an outage once each, however often they are reported. */
export function outageLog({ away, back }: { away: string; back: string }, state = { isAway: false }) {
  return {
    away(error: unknown): void {
      if (!state.isAway) log.warn({ reason: reasonOf(error) }, away);
      state.isAway = true;
    },
    back(): void {
      if (state.isAway) log.warn(back);
      state.isAway = false;
    },
  };
}
