import { byteOrderMark, csvLine } from "@/lib/kernel/csv";
import { zonedIso } from "@/lib/kernel/zoned";
import type { Translator } from "@/lib/messages";
import type { ChartName, Overview, Range } from "./contract";
import { tableOf } from "./shared/table";

const kebab: Record<ChartName, string> = {
  problems: "problems",
  openProblems: "open-problems",
  answers: "answers",
  chats: "chats",
  actions: "actions",
  usage: "api-calls",
};

/** With the days of the range, in its zone. */
export function fileName(slug: string, chart: ChartName, { from, to, zone }: Range): string {
  const dayOf = (at: number) => zonedIso(at, zone).slice(0, 10);
  return `${kebab[chart]}-${slug}-${dayOf(from.getTime())}-${dayOf(to.getTime() - 1)}.csv`;
}

const plain = (value: number | null): string => (value === null ? "" : String(Math.round(value * 10) / 10));

type Shown = { chart: ChartName; zone: string; overview: Overview };

/** The whole file: a few hundred lines at most. Numbers are plain, and times have the offset of the zone. */
export function linesOf(t: Translator<"overview">, { chart, zone, overview }: Shown): string {
  const { head, rows } = tableOf[chart](t, overview, {
    started: overview.buckets.filter((start) => start <= overview.at).length,
    startOf: (bucket) => zonedIso(overview.buckets[bucket]?.getTime() ?? 0, zone),
    count: plain,
    atLeast: (count) => `${count}+`,
    seconds: plain,
    milliseconds: plain,
    titled: (name, unit) => t(unit === "seconds" ? "inSeconds" : "inMilliseconds", { name }),
  });
  return byteOrderMark + [head, ...rows].map(csvLine).join("");
}
