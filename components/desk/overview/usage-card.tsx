import { useTranslations } from "next-intl";
import { tableOf } from "@/lib/desk/overview/shared/table";
import { Card, EmptyCard } from "./card";
import { fileOf, readoutsOf, type Shown } from "./shown";
import { bold } from "./summary";

export function UsageCard(shown: Shown) {
  const t = useTranslations("overview");
  const { overview, labels, format, workspace } = shown;
  const { limit, buckets } = overview.usage;
  const sumOf = (field: "events" | "calls" | "refused") => buckets.reduce((sum, bucket) => sum + bucket[field], 0);
  const [events, calls, refused] = [sumOf("events"), sumOf("calls"), sumOf("refused")];
  const texts = { title: t("usage.title"), about: t(overview.unit === "hour" ? "usage.aboutHour" : "usage.aboutDay") };
  if (calls === 0 && events === 0) {
    const link = { href: `/${workspace}/settings/developers`, text: t("openDevelopers") };
    return <EmptyCard {...texts} empty={t("usage.empty")} hint={t("usage.emptyHint")} link={link} />;
  }
  const series = [
    { name: t("usage.within"), fill: "accent" as const, counts: buckets.map(({ busiest, busiestRefused }) => busiest - busiestRefused) },
    { name: t("usage.refused"), fill: "problemStripes" as const, counts: buckets.map(({ busiestRefused }) => busiestRefused) },
  ];
  const eventsOf = (column: number) => buckets[column]?.events ?? 0;
  return (
    <Card
      {...texts}
      file={fileOf(shown, "usage")}
      table={tableOf.usage(t, overview, format)}
      summary={
        <>
          <p>{t.rich("usage.summary", { events, calls, limit, busiest: Math.max(...buckets.map(({ busiest }) => busiest)), b: bold })}</p>
          {refused > 0 && <p>{t.rich("usage.over", { count: refused, b: bold })}</p>}
        </>
      }
      chart={{
        kind: "columns",
        labels: labels.short,
        series,
        values: series.map(({ counts }) => counts),
        limit: { value: limit, label: t("usage.limit", { limit }) },
        readouts: readoutsOf(
          labels.full,
          [
            { name: t("columns.events"), textOf: (column) => format.count(eventsOf(column)) },
            ...series.map(({ name, counts }) => ({
              name,
              textOf: (column: number) => (counts[column] ? format.count(counts[column]) : null),
            })),
          ],
          (start, values) => t("readout", { start, values }),
        ),
      }}
    />
  );
}
