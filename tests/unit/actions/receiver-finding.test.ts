import { test } from "@playwright/test";
import { type Finding, Probe } from "@/lib/actions/receivers/contract";
import { findingOf, type ProbeOutcome, verdictOf } from "@/lib/actions/receivers/finding";
import { expect } from "../../support/expect";
import { translations } from "../../support/translations";

const t = translations("settings.check.findings");
const reply = (status: number, clockMs: number | null = null, body = ""): ProbeOutcome => ({ kind: "answered", status, clockMs, body });
const find = (probe: Probe, ...echoes: ProbeOutcome[]): Finding => findingOf(t, probe, echoes, false);

for (const status of [301, 400, 401, 403, 404, 429, 500, 503]) {
  test(`a ${status} reply to an invalid call counts as a correct rejection`, () => {
    for (const probe of ["wrong_signature", "old", "ahead", "unsigned"] as const) expect(find(probe, reply(status)).ok).toBe(true);
    expect(find("changed", reply(status), reply(status))).toMatchObject({
      ok: true,
      message: `Rejected with ${status}, as it should be.`,
    });
    expect(find("good", reply(status)).ok).toBe(false);
  });
}

for (const status of [200, 202, 204]) {
  test(`a ${status} reply to a valid call counts as accepted`, () => {
    expect(find("good", reply(status))).toMatchObject({ ok: true, message: `Accepted with ${status}.` });
    expect(find("two_signatures", reply(status), reply(status)).ok).toBe(true);
    expect(find("unsigned", reply(status)).ok).toBe(false);
  });
}

test("names both statuses when a probe's two calls are answered differently", () => {
  expect(find("changed", reply(401), reply(403)).message).toBe("Rejected with 401 and 403, as it should be.");
});

test("distinguishes a signature over parsed JSON from a body that is not checked", () => {
  expect(find("changed", reply(200), reply(401)).message).toMatch(/raw bytes, not the parsed JSON\.$/);
  expect(find("changed", reply(200), reply(200)).message).toMatch(/Compare the signature/);
  expect(find("changed", reply(401), reply(200)).ok).toBe(false);
});

const reasons: [number, RegExp][] = [
  [302, /redirect/],
  [401, /HMAC-SHA256/],
  [403, /HMAC-SHA256/],
  [404, /address/],
  [405, /POST/],
  [500, /log/],
  [400, /Answer 200 to the action ping/],
];
for (const [status, reason] of reasons) {
  test(`a ${status} reply to a valid call says what to fix`, () => expect(find("good", reply(status)).message).toMatch(reason));
}

test("reports a wrong clock only when it is the reason", () => {
  expect(find("good", reply(401, 600_000)).message).toMatch(/10 minutes ahead of ours, so every call looks too old/);
  expect(find("good", reply(401, -600_000)).message).toMatch(/10 minutes behind ours, so every call looks too new/);
  expect(find("good", reply(401, 60_000)).message).not.toMatch(/clock/);
});

test("an unreachable server ends the check; a late or broken reply after the first probe does not", () => {
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
  expect(verdictOf(t, reply(204)).accepted).toBe(true);
  for (const echo of [reply(401), reply(302), { kind: "late" }, { kind: "unreached", problem: "x" }] satisfies ProbeOutcome[]) {
    expect(verdictOf(t, echo)).toMatchObject({ accepted: false, message: expect.stringMatching(/Keep the overlap/) });
  }
});
