import { useTranslations } from "next-intl";
import { Moment } from "@/components/time/moment";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import type { CallDetail } from "@/lib/actions/calls/contract";
import { CallState } from "./call-state";

type SendingsProps = { workspace: string; call: Pick<CallDetail, "id" | "sendings"> };

/** All calls of one delivery: the press and each resend. */
export function DeliveryAttempts({ workspace, call: { id, sendings } }: SendingsProps) {
  const t = useTranslations("calls.sendings");
  return (
    <Panel title={t("title")} description={t("description")} flush>
      <ol aria-label={t("title")} className="divide-y divide-line">
        {sendings.map((sending) => (
          <li key={sending.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
            <Link
              href={`/${workspace}/settings/actions/calls/${sending.id}`}
              aria-current={sending.id === id ? "page" : undefined}
              className="wrap-anywhere min-w-0 flex-1 basis-40 rounded-sm underline decoration-line underline-offset-2 hover:decoration-current aria-[current]:font-semibold aria-[current]:no-underline"
            >
              {t.rich(sending.isResend ? "resentBy" : "pressedBy", { agent: sending.agentName, b: (text) => <bdi>{text}</bdi> })}
              {sending.id === id && ` ${t("shownHere")}`}
            </Link>
            <CallState call={sending} />
            <span className="text-soft text-sm">
              <Moment at={sending.startedAt} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
