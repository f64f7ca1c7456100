import { readReason } from "@/lib/actions/calls/reply";
import { unshownIn } from "@/lib/actions/calls/shared/unshown";
import type { Translator } from "@/lib/messages";
import type { Finding, Probe } from "./contract";

/** The outcome of one call. `clockMs` is how far the receiver's clock is ahead of ours, or null when the response has no date. */
export type ProbeOutcome =
  | { kind: "answered"; status: number; clockMs: number | null; body: string }
  | { kind: "late" }
  | { kind: "garbled"; problem: string }
  | { kind: "unreached"; problem: string };
type EchoReply = Extract<ProbeOutcome, { kind: "answered" }>;

const accepted = ({ status }: EchoReply): boolean => status >= 200 && status < 300;

/** Evaluates the outcomes of a probe; `message` is for the user. `isOverlapping` is true while two secrets sign. */
export function findingOf(
  t: Translator<"settings.check.findings">,
  probe: Probe,
  echoes: readonly ProbeOutcome[],
  isOverlapping: boolean,
): Finding {
  const failed = echoes.find((echo) => echo.kind !== "answered");
  if (failed) return { probe, ok: false, ...describeNoReply(t, probe, failed) };
  const replies = echoes.filter((echo) => echo.kind === "answered");
  const fix = mustAccept(probe) ? describeRejectedValid(t, probe, replies, isOverlapping) : describeAcceptedInvalid(t, probe, replies);
  const message = [fix ?? describeSuccess(t, probe, replies), ...(probe === "good" ? describeAnswer(t, replies[0]) : [])].join(" ");
  return { probe, ok: fix === null, isReached: true, message };
}

/** What an agent would be shown of a refusal, or why they would be shown nothing of an answer that says something. */
function describeAnswer(t: Translator<"settings.check.findings">, reply: EchoReply | undefined): string[] {
  if (!reply) return [];
  const isRefusal = !accepted(reply);
  const text = isRefusal ? readReason(Buffer.from(reply.body)) : null;
  if (text !== null) return [t("said", { text })];
  const unshown = unshownIn(reply.body, { isRefusal });
  return unshown ? [t(`unshown.${unshown.kind}`, { fields: unshown.fields })] : [];
}

function describeNoReply(
  t: Translator<"settings.check.findings">,
  probe: Probe,
  echo: Exclude<ProbeOutcome, EchoReply>,
): Pick<Finding, "isReached" | "message"> {
  if (echo.kind !== "late") return { isReached: echo.kind === "garbled", message: echo.problem };
  if (probe === "good") return { isReached: false, message: t("unanswered") };
  return { isReached: true, message: t(mustAccept(probe) ? "unansweredLater" : "unansweredInvalid") };
}

const mustAccept = (probe: Probe): probe is "good" | "two_signatures" => probe === "good" || probe === "two_signatures";

function describeSuccess(t: Translator<"settings.check.findings">, probe: Probe, replies: readonly EchoReply[]): string {
  // A probe is at most two calls.
  const [first = "", second] = new Set(replies.map(({ status }) => String(status)));
  const statuses = second === undefined ? first : t("and", { first, second });
  if (probe === "two_signatures") return t("acceptedInEitherOrder", { statuses });
  return t(mustAccept(probe) ? "accepted" : "rejected", { statuses });
}

function describeRejectedValid(
  t: Translator<"settings.check.findings">,
  probe: "good" | "two_signatures",
  replies: readonly EchoReply[],
  isOverlapping: boolean,
): string | null {
  const [first, second = first] = replies;
  if (!first || !second || (accepted(first) && accepted(second))) return null;
  if (probe === "good") return describeRejection(t, first);
  if (accepted(first)) return t("onlyFirstSignature");
  if (accepted(second)) return t("onlyLastSignature");
  return t(isOverlapping ? "noNewSecret" : "notSplit", { status: String(first.status) });
}

const clockToleranceMs = 4 * 60_000;

function describeRejection(t: Translator<"settings.check.findings">, { status: code, clockMs }: EchoReply): string {
  const status = String(code);
  if (clockMs !== null && Math.abs(clockMs) > clockToleranceMs) {
    const minutes = Math.round(Math.abs(clockMs) / 60_000);
    return t(clockMs > 0 ? "rejectedValid.clockAhead" : "rejectedValid.clockBehind", { status, minutes });
  }
  if (code >= 300 && code < 400) return t("rejectedValid.redirect", { status });
  if (code === 404 || code === 405) return t("rejectedValid.address", { status });
  if (code >= 500) return t("rejectedValid.failure", { status });
  if (code === 401 || code === 403) return t("rejectedValid.signature", { status });
  return t("rejectedValid.other", { status });
}

function describeAcceptedInvalid(
  t: Translator<"settings.check.findings">,
  probe: Exclude<Probe, "good" | "two_signatures">,
  replies: readonly EchoReply[],
): string | null {
  if (!replies.some(accepted)) return null;
  return t(`acceptedInvalid.${probe === "changed" && replies.every(accepted) ? "changedUnseen" : probe}`);
}

/** Whether the receiver accepted a ping that was signed with the new secret only. */
export function verdictOf(t: Translator<"settings.check.findings">, echo: ProbeOutcome): { accepted: boolean; message: string } {
  if (echo.kind === "late") return { accepted: false, message: t("newSecret.unanswered") };
  if (echo.kind !== "answered") return { accepted: false, message: t("newSecret.lost", { problem: echo.problem }) };
  if (accepted(echo)) return { accepted: true, message: t("newSecret.accepted") };
  return { accepted: false, message: t("newSecret.rejected", { status: String(echo.status) }) };
}
