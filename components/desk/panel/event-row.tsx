import { Info } from "lucide-react";
import { useTranslations } from "next-intl";
import { lineOf } from "@/components/desk/shared/properties";
import { slides } from "@/components/desk/shared/slides";
import { RelativeTime } from "@/components/time/relative-time";
import type { PanelEvent } from "@/lib/desk/panel/contract";

type Props = {
  /** The newest of like ones in a row. */
  event: PanelEvent;
  count: number;
};

export function EventRow({ event: { event, properties, occurredAt }, count }: Props) {
  const t = useTranslations("chat.events");
  const line = lineOf(properties);
  return (
    <li {...slides} className="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-2 py-1.5">
      <Info aria-hidden className="mt-0.5 size-4 text-soft" />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <bdi>{event}</bdi>
          {count > 1 && (
            <span className="text-soft text-xs tabular-nums">
              {" "}
              <span aria-hidden>{t("count", { count })}</span>
              <span className="sr-only">{t("times", { count })}</span>
            </span>
          )}
        </p>
        {line && <p className="line-clamp-3 text-sm text-soft wrap-anywhere">{line}</p>}
      </div>
      <span className="text-soft text-xs/5">
        <RelativeTime at={occurredAt} />
      </span>
    </li>
  );
}
