import { hourMs, minuteMs } from "@/lib/kernel/durations";
import type { Outcome } from "@/lib/platform/outbound";

/** When each attempt follows the one before it; the first one is due at once. */
const waits = [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs, 20 * hourMs, 24 * hourMs];
const maxRetryAfterMs = 24 * hourMs;
const jitter = 0.1;

/** What an attempt led to. `off`: the endpoint does not want any more. */
export type Verdict = {
  state: "delivered" | "waiting" | "failed";
  waitMs: number;
  off: "gone" | "refused" | null;
};

/** Judges an attempt by its number, from 1, and its outcome. `chance` is from 0 to 1. */
export function verdictOf(attempt: number, outcome: Outcome, chance = Math.random()): Verdict {
  const headers = outcome.kind === "reply" ? outcome.headers : {};
  const wish = headers["webhook-delivery"]?.trim().toLowerCase();
  const status = outcome.kind === "reply" ? outcome.status : 0;
  if (wish === "disable") return { state: "failed", waitMs: 0, off: "refused" };
  if (status >= 200 && status < 300) return { state: "delivered", waitMs: 0, off: null };
  if (status === 410) return { state: "failed", waitMs: 0, off: "gone" };
  const wait = waits[attempt - 1];
  if (wish === "abort-message" || wait === undefined) return { state: "failed", waitMs: 0, off: null };
  const scheduled = wait * (1 - jitter + 2 * jitter * chance);
  return { state: "waiting", waitMs: Math.max(scheduled, retryAfterMs(headers["retry-after"])), off: null };
}

/** Seconds, or a date. */
function retryAfterMs(text = ""): number {
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? Math.min(ms, maxRetryAfterMs) : 0;
}
