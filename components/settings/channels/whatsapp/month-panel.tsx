import { useLocale, useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";
import type { WhatsAppView } from "@/lib/channels/whatsapp/contract";
import { formatTime, readerOf } from "@/lib/kernel/dates";

/** The month is counted in UTC, as Meta's bill is. */
export function MonthPanel({ month: { from, sent, received } }: { month: WhatsAppView["month"] }) {
  const t = useTranslations("settings.whatsapp.month");
  const reader = readerOf(useLocale(), "UTC");
  const counts = [
    { label: t("sent"), count: sent },
    { label: t("received"), count: received },
  ];
  return (
    <Panel title={t("title")} description={t("since", { date: formatTime("longDate", new Date(from), reader) })}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {counts.map(({ label, count }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-soft text-sm">{label}</dt>
            <dd className="font-semibold text-xl tabular-nums">{t("count", { count })}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-[62ch] text-pretty text-soft text-sm">{t("cost")}</p>
    </Panel>
  );
}
