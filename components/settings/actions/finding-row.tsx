import { Check, Circle, CircleAlert } from "lucide-react";
import { Spinner } from "@/components/ui/spinner";
import type { Finding, Probe } from "@/lib/domain/receivers/contract";

const titles: Record<Probe, { sent: string; wanted: string }> = {
  good: { sent: "A good call", wanted: "To be accepted." },
  two_signatures: { sent: "Two signatures, in either order", wanted: "To be accepted: one of them is right." },
  wrong_signature: { sent: "A wrong signature", wanted: "To be refused." },
  old: { sent: "Six minutes old", wanted: "To be refused." },
  ahead: { sent: "Six minutes ahead", wanted: "To be refused." },
  changed: { sent: "A body changed after signing", wanted: "To be refused." },
  unsigned: { sent: "No signature", wanted: "To be refused." },
};

type FindingRowProps = { probe: Probe; finding: Finding | undefined; isNext: boolean };

export function FindingRow({ probe, finding, isNext }: FindingRowProps) {
  const { sent, wanted } = titles[probe];
  return (
    <li className="flex gap-2.5 px-3 py-2">
      <span className="mt-0.5">{iconOf(finding, isNext)}</span>
      <div className="min-w-0">
        <p className="font-medium">{sent}</p>
        <p className={`text-pretty break-words text-sm ${finding && !finding.ok ? "text-problem" : "text-soft"}`}>
          {finding?.message ?? wanted}
        </p>
      </div>
    </li>
  );
}

function iconOf(finding: Finding | undefined, isNext: boolean) {
  if (isNext) return <Spinner className="text-soft" />;
  if (!finding) return <Circle aria-hidden className="size-4 text-edge" />;
  if (finding.ok) return <Check role="img" aria-label="Right" className="size-4 text-ok" />;
  return <CircleAlert role="img" aria-label="Wrong" className="size-4 text-problem" />;
}
