import type { Translator } from "@/lib/messages";
import type { Finding, Probe } from "./contract";

/** What came back from one call. `clockMs` is how far the receiver's clock is ahead of ours, where its answer says. */
export type Echo =
  | { kind: "answered"; status: number; clockMs: number | null }
  | { kind: "late" }
  | { kind: "garbled"; problem: string }
  | { kind: "unreached"; problem: string };
type Answered = Extract<Echo, { kind: "answered" }>;

const accepted = ({ status }: Answered): boolean => status >= 200 && status < 300;

/** What the echoes of a probe say about the receiver, in plain words. `isOverlapping` while two secrets sign. */
export function findingOf(
  t: Translator<"settings.check.findings">,
  probe: Probe,
  echoes: readonly Echo[],
  isOverlapping: boolean,
): Finding {
  const lost = echoes.find((echo) => echo.kind !== "answered");
  if (lost) return { probe, ok: false, ...lossOf(t, probe, lost) };
  const answers = echoes.filter((echo) => echo.kind === "answered");
  const fix = expectsAccepting(probe) ? refusedGood(t, probe, answers, isOverlapping) : acceptedWrong(t, probe, answers);
  return { probe, ok: fix === null, isReached: true, message: fix ?? praise(t, probe, answers) };
}

function lossOf(
  t: Translator<"settings.check.findings">,
  probe: Probe,
  echo: Exclude<Echo, Answered>,
): Pick<Finding, "isReached" | "message"> {
  if (echo.kind !== "late") return { isReached: echo.kind === "garbled", message: echo.problem };
  if (probe === "good") return { isReached: false, message: t("unanswered") };
  return { isReached: true, message: t(expectsAccepting(probe) ? "unansweredLater" : "unansweredInvalid") };
}

const expectsAccepting = (probe: Probe): probe is "good" | "two_signatures" => probe === "good" || probe === "two_signatures";

function praise(t: Translator<"settings.check.findings">, probe: Probe, answers: readonly Answered[]): string {
  // A probe is at most two calls.
  const [first = "", second] = new Set(answers.map(({ status }) => String(status)));
  const statuses = second === undefined ? first : t("and", { first, second });
  if (probe === "two_signatures") return t("acceptedInEitherOrder", { statuses });
  return t(expectsAccepting(probe) ? "accepted" : "rejected", { statuses });
}

function refusedGood(
  t: Translator<"settings.check.findings">,
  probe: "good" | "two_signatures",
  answers: readonly Answered[],
  isOverlapping: boolean,
): string | null {
  const [first, second = first] = answers;
  if (!first || !second || (accepted(first) && accepted(second))) return null;
  if (probe === "good") return reasonFor(t, first);
  if (accepted(first)) return t("onlyFirstSignature");
  if (accepted(second)) return t("onlyLastSignature");
  return t(isOverlapping ? "noNewSecret" : "notSplit", { status: String(first.status) });
}

const clockToleranceMs = 4 * 60_000;

function reasonFor(t: Translator<"settings.check.findings">, { status: code, clockMs }: Answered): string {
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

function acceptedWrong(
  t: Translator<"settings.check.findings">,
  probe: Exclude<Probe, "good" | "two_signatures">,
  answers: readonly Answered[],
): string | null {
  if (!answers.some(accepted)) return null;
  return t(`acceptedInvalid.${probe === "changed" && answers.every(accepted) ? "changedUnseen" : probe}`);
}

/** What the answer to a ping that is signed with the new secret alone means for the overlap. */
export function verdictOf(t: Translator<"settings.check.findings">, echo: Echo): { accepted: boolean; message: string } {
  if (echo.kind === "late") return { accepted: false, message: t("newSecret.unanswered") };
  if (echo.kind !== "answered") return { accepted: false, message: t("newSecret.lost", { problem: echo.problem }) };
  if (accepted(echo)) return { accepted: true, message: t("newSecret.accepted") };
  return { accepted: false, message: t("newSecret.rejected", { status: String(echo.status) }) };
}
