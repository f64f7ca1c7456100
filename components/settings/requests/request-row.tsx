import { ChevronRight } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { RelativeTime } from "@/components/time/relative-time";
import { Pill } from "@/components/ui/pill";
import { tookText } from "@/lib/kernel/durations";
import type { ApiRequest } from "@/lib/workspace/request-log/contract";
import { RequestFacts } from "./request-facts";
import { RequestSent } from "./request-sent";

/** One request: method, path and status in a line that opens to the details. */
type RequestRowProps = { workspace: string; request: ApiRequest; guessedOrigin: string };

export function RequestRow({ workspace, request, guessedOrigin }: RequestRowProps) {
  const t = useTranslations("settings.requests");
  const [isOpen, setOpen] = useState(false);
  const { method, path, status, code, tookMs, createdAt, ignored } = request;
  return (
    <li>
      <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="grid cursor-pointer list-none grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-raised md:grid-cols-[16px_minmax(0,1fr)_auto_64px_88px] [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 text-soft transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
          />
          <span className="min-w-0 truncate font-mono text-sm">
            <span className="inline-block min-w-14 font-semibold">{method}</span> {path}
          </span>
          <span className="flex flex-wrap justify-end gap-1.5">
            {ignored.length > 0 && (
              <Pill tone="note" className="max-md:hidden">
                {t("ignoredCount", { count: ignored.length })}
              </Pill>
            )}
            <Pill tone={status < 400 ? "good" : "bad"}>{code ? t("status", { status: String(status), code }) : status}</Pill>
          </span>
          <span className="hidden text-end text-soft text-xs tabular-nums md:block">{tookText(tookMs, useLocale())}</span>
          <RelativeTime at={createdAt} ago className="col-start-2 text-soft text-xs md:col-start-auto md:text-end" />
        </summary>
        <RequestFacts request={request} />
        {isOpen && <RequestSent workspace={workspace} request={request} guessedOrigin={guessedOrigin} />}
      </details>
    </li>
  );
}
