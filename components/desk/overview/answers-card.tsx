import { useTranslations } from "next-intl";
import { whenText } from "@/components/time/when-text";
import { tableOf } from "@/lib/desk/overview/shared/table";
import { Card, EmptyCard } from "./card";
import { fileOf, readoutsOf, type Shown } from "./shown";
import { Since } from "./since";
import { bold } from "./summary";

export function AnswersCard(shown: Shown) {
  const t = useTranslations("overview");
  const { overview, labels, format, reader } = shown;
  const { all, buckets, since } = overview.answers;
  const texts = { title: t("answers.title"), about: t("answers.about") };
  if (all.count === 0 && overview.answers.waiting.count === 0)
    return <EmptyCard {...texts} empty={t("answers.empty")} hint={t("answers.emptyHint")} />;
  const names = { median: t("median"), p90: t("p90") };
  const series = (["median", "p90"] as const).map((name) => ({
    name: names[name],
    textOf: (column: number) => {
      const seconds = buckets[column]?.[name] ?? null;
      return seconds === null ? null : format.seconds(seconds);
    },
  }));
  return (
    <Card
      {...texts}
      file={fileOf(shown, "answers")}
      table={tableOf.answers(t, overview, format)}
      summary={
        <>
          <p>
            {all.count === 0
              ? t("answers.empty")
              : t.rich("answers.summary", {
                  median: format.seconds(all.median),
                  p90: format.seconds(all.p90),
                  count: all.count,
                  b: bold,
                })}
          </p>
          <Waiting {...shown} />
          <Since at={since} reader={reader} />
        </>
      }
      chart={{
        kind: "waits",
        labels: labels.short,
        median: buckets.map(({ median }) => median),
        p90: buckets.map(({ p90 }) => p90),
        names,
        durationOf: format.seconds,
        readouts: readoutsOf(labels.full, series, (start, values) => t("readout", { start, values: values || t("none") })),
      }}
    />
  );
}

/** How many customers wait for an answer, and since when. */
function Waiting({ overview, format, reader }: Shown) {
  const t = useTranslations("overview");
  const times = useTranslations("ui.time");
  const { count, since, isMore } = overview.answers.waiting;
  if (since === null) return <p className="text-soft text-sm">{t("answers.noneWaiting")}</p>;
  const time = whenText(times, new Date(since), { now: Date.parse(overview.at), reader });
  const shownCount = isMore ? format.atLeast(count) : format.count(count);
  return <p>{t.rich("answers.waiting", { count, shownCount, time, b: bold })}</p>;
}
