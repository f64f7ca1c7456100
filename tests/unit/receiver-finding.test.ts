import { expect, test } from "@playwright/test";
import { type Finding, Probe } from "@/lib/domain/receivers/contract";
import { type Echo, findingOf, verdictOf } from "@/lib/domain/receivers/finding";
import { translations } from "../support/translations";

const t = translations("settings.check.findings");
const answered = (status: number, clockMs: number | null = null): Echo => ({ kind: "answered", status, clockMs });
const find = (probe: Probe, ...echoes: Echo[]): Finding => findingOf(t, probe, echoes, false);

for (const status of [301, 400, 401, 403, 404, 429, 500, 503]) {
  test(`a wrong call that is refused with ${status} was refused rightly`, () => {
    for (const probe of ["wrong_signature", "old", "ahead", "unsigned"] as const) expect(find(probe, answered(status)).ok).toBe(true);
    expect(find("changed", answered(status), answered(status))).toMatchObject({
      ok: true,
      message: `Rejected with ${status}, as it should be.`,
    });
    expect(find("good", answered(status)).ok).toBe(false);
  });
}

for (const status of [200, 202, 204]) {
  test(`a good call that is answered with ${status} was accepted`, () => {
    expect(find("good", answered(status))).toMatchObject({ ok: true, message: `Accepted with ${status}.` });
    expect(find("two_signatures", answered(status), answered(status)).ok).toBe(true);
    expect(find("unsigned", answered(status)).ok).toBe(false);
  });
}

test("of a changed body, what only other bytes give away is told apart from a body that is not looked at", () => {
  expect(find("changed", answered(200), answered(401)).message).toMatch(/raw bytes, not the parsed JSON\.$/);
  expect(find("changed", answered(200), answered(200)).message).toMatch(/Compare the signature/);
  expect(find("changed", answered(401), answered(200)).ok).toBe(false);
});

const reasons: [number, RegExp][] = [
  [302, /redirect/],
  [401, /HMAC-SHA256/],
  [404, /address/],
  [405, /POST/],
  [500, /log/],
  [400, /Answer 200 to the action ping/],
];
for (const [status, reason] of reasons) {
  test(`a good call refused with ${status} says what to fix`, () => expect(find("good", answered(status)).message).toMatch(reason));
}

test("a clock that is off is named only when it is the reason", () => {
  expect(find("good", answered(401, 600_000)).message).toMatch(/10 minutes ahead of ours, so every call looks too old/);
  expect(find("good", answered(401, -600_000)).message).toMatch(/10 minutes behind ours, so every call looks too new/);
  expect(find("good", answered(401, 60_000)).message).not.toMatch(/clock/);
});

test("what cannot be reached ends the check; an answer that is late or broken later does not", () => {
  for (const probe of Probe.options) {
    expect(find(probe, { kind: "unreached", problem: "x cannot be reached." })).toMatchObject({
      ok: false,
      isReached: false,
      message: "x cannot be reached.",
    });
    expect(find(probe, { kind: "garbled", problem: "Too much." })).toMatchObject({ ok: false, isReached: true });
    expect(find(probe, { kind: "late" })).toMatchObject({ ok: false, isReached: probe !== "good" });
  }
});

test("only an accepted ping makes it safe to end the overlap", () => {
  expect(verdictOf(t, answered(204)).accepted).toBe(true);
  for (const echo of [answered(401), answered(302), { kind: "late" }, { kind: "unreached", problem: "x" }] satisfies Echo[]) {
    expect(verdictOf(t, echo)).toMatchObject({ accepted: false, message: expect.stringMatching(/Keep the overlap/) });
  }
});
