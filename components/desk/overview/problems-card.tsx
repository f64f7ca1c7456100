import { useTranslations } from "next-intl";
import { tableOf } from "@/lib/desk/overview/shared/table";
import { Card, EmptyCard } from "./card";
import type { Fill } from "./charts/fills";
import { fileOf, readoutsOf, type Shown } from "./shown";
import { Since } from "./since";
import { bold } from "./summary";

/** By rank; the last one is for all other names. */
const fills: Fill[] = ["problem", "accentStripes", "okDots", "softLines", "textGrid"];
const fillAt = (index: number, name: string | null): Fill => (name === null ? "edge" : (fills[index] ?? "edge"));

export function ProblemsCard(shown: Shown) {
  const t = useTranslations("overview");
  const { overview, labels, format } = shown;
  const { total, series, since } = overview.problems;
  const texts = { title: t("problems.title"), about: t("problems.about") };
  if (total === 0) return <EmptyCard {...texts} empty={t("problems.empty")} hint={t("problems.emptyHint")} />;
  const named = series.map(({ name, counts }, index) => ({ name: name ?? t("otherNames"), fill: fillAt(index, name), counts }));
  return (
    <Card
      {...texts}
      file={fileOf(shown, "problems")}
      table={tableOf.problems(t, overview, format)}
      summary={
        <>
          <p>{t.rich("problems.summary", { count: total, b: bold })}</p>
          <Since at={since} reader={shown.reader} />
        </>
      }
      chart={{
        kind: "columns",
        labels: labels.short,
        series: named,
        values: named.map(({ counts }) => counts),
        readouts: readoutsOf(
          labels.full,
          named.map(({ name, counts }) => ({ name, textOf: (column) => (counts[column] ? format.count(counts[column]) : null) })),
          (start, values) => t("readout", { start, values: values || t("none") }),
        ),
      }}
    />
  );
}
