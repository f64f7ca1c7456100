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
export function findingOf(probe: Probe, echoes: readonly Echo[], isOverlapping: boolean): Finding {
  const lost = echoes.find((echo) => echo.kind !== "answered");
  if (lost) return { probe, ok: false, ...lossOf(probe, lost) };
  const answers = echoes.filter((echo) => echo.kind === "answered");
  const fix = expectsAccepting(probe) ? refusedGood(probe, answers, isOverlapping) : acceptedWrong(probe, answers);
  return { probe, ok: fix === null, isReached: true, message: fix ?? praise(probe, answers) };
}

function lossOf(probe: Probe, echo: Exclude<Echo, Answered>): Pick<Finding, "isReached" | "message"> {
  if (echo.kind !== "late") return { isReached: echo.kind === "garbled", message: echo.problem };
  if (probe === "good") return { isReached: false, message: "Your server did not answer a good call within ten seconds." };
  const refuse = expectsAccepting(probe) ? "" : " Answer 401 to what you refuse.";
  return { isReached: true, message: `Your server left a call without an answer for ten seconds.${refuse}` };
}

const expectsAccepting = (probe: Probe): probe is "good" | "two_signatures" => probe === "good" || probe === "two_signatures";

function praise(probe: Probe, answers: readonly Answered[]): string {
  const statuses = [...new Set(answers.map(({ status }) => status))].join(" and ");
  if (probe === "two_signatures") return `Accepted with ${statuses}, in either order.`;
  return expectsAccepting(probe) ? `Accepted with ${statuses}.` : `Refused with ${statuses}, which is right.`;
}

function refusedGood(probe: "good" | "two_signatures", answers: readonly Answered[], isOverlapping: boolean): string | null {
  const [first, second = first] = answers;
  if (!first || !second || (accepted(first) && accepted(second))) return null;
  if (probe === "good") return `Your server refused a good call with ${first.status}: ${reasonFor(first)}`;
  if (accepted(first))
    return "Your server refused a call whose second signature is right: look at every signature in the header, not at the first alone.";
  if (accepted(second))
    return "Your server refused a call whose first signature is right: look at every signature in the header, not at the last alone.";
  if (isOverlapping)
    return `Your server refused two signatures, of which one is made with the new secret, with ${first.status}: put the new secret on your server, split X-Service-Signature at the comma, and accept the call when either matches.`;
  return `Your server refused two signatures, of which one is right, with ${first.status}: split X-Service-Signature at the comma and accept the call when either matches.`;
}

const clockToleranceMs = 4 * 60_000;

function reasonFor({ status, clockMs }: Answered): string {
  if (clockMs !== null && Math.abs(clockMs) > clockToleranceMs) {
    const minutes = Math.round(Math.abs(clockMs) / 60_000);
    return `its clock is ${minutes} minutes ${clockMs > 0 ? "ahead of" : "behind"} ours, so that every call looks too ${clockMs > 0 ? "old" : "new"}. Set it by NTP.`;
  }
  if (status >= 300 && status < 400) return "that is a redirect, which is not followed. Save the address that it leads to.";
  if (status === 404 || status === 405) return "the address is not the one that takes calls, or it does not take POST.";
  if (status >= 500) return "it failed. Its own log says why.";
  if (status === 401 || status === 403)
    return "compare with HMAC-SHA256, keyed with the whole signing secret, over the value of X-Service-Timestamp, a dot and the raw bytes of the body, as sha256= and lower-case hexadecimal.";
  return "answer 200 to the action ping.";
}

const fixes = {
  wrong_signature:
    "Your server accepted a call with a wrong signature: compare it with the one you compute, and answer 401 when they differ.",
  old: "Your server accepted a call that is six minutes old: refuse it when X-Service-Timestamp is more than five minutes behind your clock, or a recorded call can be sent again.",
  ahead:
    "Your server accepted a call from six minutes ahead: refuse it when X-Service-Timestamp is more than five minutes ahead of your clock too.",
  changed: "Your server accepted a call whose body was changed: compare over the raw bytes, not the parsed JSON.",
  unsigned: "Your server accepted a call without a signature: answer 401 when X-Service-Signature is missing.",
} as const;

function acceptedWrong(probe: keyof typeof fixes, answers: readonly Answered[]): string | null {
  if (!answers.some(accepted)) return null;
  if (probe === "changed" && answers.every(accepted))
    return "Your server accepted a call whose body was changed: the signature must be compared, over the timestamp, a dot and the raw bytes of the body.";
  return fixes[probe];
}

/** What the answer to a ping that is signed with the new secret alone means for the overlap. */
export function verdictOf(echo: Echo): { accepted: boolean; message: string } {
  if (echo.kind === "answered" && accepted(echo))
    return { accepted: true, message: "Your server accepts the new secret: it is safe to end the overlap." };
  if (echo.kind !== "answered") {
    const problem = echo.kind === "late" ? "Your server did not answer within ten seconds." : echo.problem;
    return { accepted: false, message: `${problem} Keep the overlap, and try again when it answers.` };
  }
  const todo = "put the new secret on it, restart it if it reads the secret at its start, and try again. Keep the overlap until then.";
  return { accepted: false, message: `Your server refused the new secret with ${echo.status}: ${todo}` };
}
