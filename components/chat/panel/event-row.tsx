import { Info } from "lucide-react";
import { lineOf } from "@/components/chat/shared/properties";
import { RelativeTime } from "@/components/time/relative-time";
import type { PanelEvent } from "@/lib/domain/panel/contract";

export function EventRow({ event: { event, properties, occurredAt } }: { event: PanelEvent }) {
  const line = lineOf(properties);
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2 py-1.5">
      <Info className="mt-0.5 size-4 text-soft" />
      <div className="min-w-0">
        <p className="wrap-anywhere">{event}</p>
        {line && <p className="text-sm text-soft wrap-anywhere">{line}</p>}
      </div>
      <span className="text-soft text-xs/5">
        <RelativeTime at={occurredAt} />
      </span>
    </li>
  );
}
