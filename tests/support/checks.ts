import { type Finding, Probe } from "@/lib/actions/receivers/contract";
import { expect, type Session } from "./fixtures";

export const probe = (session: Session, what: Probe) => session.call("POST", "/actions/check", { probe: what });

/** "Check my server", as the screen runs it. */
export async function checkServer(session: Session): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const what of Probe.options) {
    const reply = await probe(session, what);
    expect(reply.status, reply.text).toBe(200);
    const finding = reply.body as Finding;
    findings.push(finding);
    if (!finding.isReached) break;
  }
  return findings;
}

/** The messages of the failed findings, by probe. */
export const wrongIn = (findings: Finding[]): Record<string, string> =>
  Object.fromEntries(findings.filter(({ ok }) => !ok).map((finding) => [finding.probe, finding.message]));
