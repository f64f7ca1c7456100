import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Moment } from "@/components/time/moment";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import type { CallDetail } from "@/lib/actions/calls/contract";
import { tookText } from "@/lib/kernel/durations";
import { describeOutcome } from "./describe";

export function CallOutcome({ workspace, call }: { workspace: string; call: CallDetail }) {
  const t = useTranslations("calls.outcome");
  const outcomes = useTranslations("calls.became");
  const locale = useLocale();
  const { buttonId, action, deliveryId, tookMs, state, answerBy } = call;
  return (
    <Panel title={t("title")}>
      <div className="flex flex-col gap-1">
        {describeOutcome(outcomes, call).map((text) => (
          <p key={text} className="wrap-anywhere whitespace-pre-wrap text-pretty">
            {text}
          </p>
        ))}
      </div>
      <dl className="mt-4 grid gap-x-6 gap-y-2 border-line border-t pt-4 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        {tookMs !== null && <Fact name={t("took")}>{tookText(tookMs, locale)}</Fact>}
        {state === "working" && answerBy !== null && (
          <Fact name={t("due")}>{t.rich("dueBy", { time: () => <Moment at={answerBy} /> })}</Fact>
        )}
        <Fact name={t("identifier")}>
          <code className="font-mono text-xs">{action}</code>{" "}
          <Link href={`/${workspace}/settings/actions/calls?button=${buttonId}`} className="whitespace-nowrap text-accent hover:underline">
            {t("allOfButton")}
          </Link>
        </Fact>
        <Fact name={t("delivery")}>
          <code className="break-all font-mono text-xs">{deliveryId}</code>
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft max-sm:-mb-2">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
