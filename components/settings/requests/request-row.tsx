import { ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { RelativeTime } from "@/components/time/relative-time";
import { Pill } from "@/components/ui/pill";
import { tookText } from "@/lib/kernel/durations";
import type { ApiRequest } from "@/lib/workspace/request-log/contract";
import { RequestFacts } from "./request-facts";

/** One request: method, path and status in a line that opens to the details. */
export function RequestRow({ request }: { request: ApiRequest }) {
  const t = useTranslations("settings.requests");
  const { method, path, status, code, tookMs, createdAt } = request;
  return (
    <li>
      <details className="group">
        <summary className="grid cursor-pointer list-none grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-raised md:grid-cols-[16px_minmax(0,1fr)_auto_64px_88px] [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 text-soft transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
          />
          <span className="min-w-0 truncate font-mono text-sm">
            <span className="inline-block min-w-14 font-semibold">{method}</span> {path}
          </span>
          <Pill tone={status < 400 ? "good" : "bad"}>{code ? t("status", { status: String(status), code }) : status}</Pill>
          <span className="hidden text-end text-soft text-xs tabular-nums md:block">{tookText(tookMs, useLocale())}</span>
          <RelativeTime at={createdAt} ago className="col-start-2 text-soft text-xs md:col-start-auto md:text-end" />
        </summary>
        <RequestFacts request={request} />
      </details>
    </li>
  );
}
