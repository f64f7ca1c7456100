import { useTranslations } from "next-intl";
import { tableOf } from "@/lib/desk/overview/shared/table";
import { Card, EmptyCard } from "./card";
import { fileOf, type Shown } from "./shown";
import { bold } from "./summary";

export function OpenProblemsCard(shown: Shown) {
  const t = useTranslations("overview");
  const { overview, format } = shown;
  const count = overview.openProblems.reduce((sum, one) => sum + one.count, 0);
  const texts = { title: t("openProblems.title"), about: t("openProblems.about") };
  if (count === 0) return <EmptyCard {...texts} empty={t("openProblems.empty")} hint={t("openProblems.emptyHint")} />;
  return (
    <Card
      {...texts}
      file={fileOf(shown, "openProblems")}
      table={tableOf.openProblems(t, overview, format)}
      summary={<p>{t.rich("openProblems.summary", { count, b: bold })}</p>}
      chart={{
        kind: "bars",
        series: [{ name: t("columns.problems"), fill: "problem" }],
        rows: overview.openProblems.map((one) => ({
          id: one.age,
          label: t(`ages.${one.age}`),
          note: one.isMore ? format.atLeast(one.count) : format.count(one.count),
          values: [one.count],
        })),
      }}
    />
  );
}
