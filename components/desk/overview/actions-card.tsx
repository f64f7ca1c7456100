import { useTranslations } from "next-intl";
import { failures } from "@/lib/chats/shared/outcomes";
import { tableOf } from "@/lib/desk/overview/shared/table";
import { Card, EmptyCard } from "./card";
import type { Fill } from "./charts/fills";
import { fileOf, type Shown } from "./shown";
import { Since } from "./since";
import { bold } from "./summary";

const outcomes = ["succeeded", ...failures, "running"] as const;
export type ShownOutcome = (typeof outcomes)[number];
const fills = {
  succeeded: "ok",
  refused: "problemStripes",
  failed: "problem",
  unknown: "softDots",
  running: "edge",
} as const satisfies Record<ShownOutcome, Fill>;

export function ActionsCard(shown: Shown) {
  const t = useTranslations("overview");
  const { overview, format, workspace } = shown;
  const { items, since } = overview.actions;
  const texts = { title: t("actions.title"), about: t("actions.about") };
  if (items.length === 0) {
    const link = { href: `/${workspace}/settings/actions`, text: t("openActions") };
    return <EmptyCard {...texts} empty={t("actions.empty")} hint={t("actions.emptyHint")} link={link} />;
  }
  return (
    <Card
      {...texts}
      file={fileOf(shown, "actions")}
      table={tableOf.actions(t, overview, format)}
      summary={
        <>
          <p>{t.rich("actions.summary", { count: items.reduce((sum, { count }) => sum + count, 0), b: bold })}</p>
          <Since at={since} reader={shown.reader} />
        </>
      }
      chart={{
        kind: "bars",
        series: outcomes.map((outcome) => ({ name: t(`outcomes.${outcome}`), fill: fills[outcome] })),
        rows: items.map((item) => ({
          id: item.action,
          label: item.label,
          note: [
            format.count(item.count),
            ...(item.p50 === null ? [] : [t("actions.took", { p50: format.milliseconds(item.p50), p95: format.milliseconds(item.p95) })]),
          ].join(" · "),
          values: outcomes.map((outcome) => item[outcome]),
        })),
      }}
    />
  );
}
