import { type Finding, Probe } from "@/lib/domain/receivers/contract";

const count = Probe.options.length;

/** Where the check stands, in a sentence that is read out as it changes. */
export function CheckSummary({ findings, isRunning }: { findings: readonly Finding[]; isRunning: boolean }) {
  return (
    <p role="status" className="mt-3 min-h-5 text-pretty font-medium text-sm">
      {isRunning ? `Checking: ${findings.length} of ${count} done` : verdict(findings)}
    </p>
  );
}

function verdict(findings: readonly Finding[]): string {
  const wrong = findings.filter(({ ok }) => !ok);
  if (findings.length < count) return `The check ended after ${findings.length} of ${count}.`;
  if (wrong.length === 0) return "Your server got all seven right.";
  // Who refuses everything refuses what is wrong too.
  if (wrong.some(({ probe }) => probe === "good"))
    return "Your server does not accept good calls yet. Put that right first: until then its refusals say nothing.";
  return `Your server got ${count - wrong.length} of ${count} right. Put the rest right, and check again.`;
}
