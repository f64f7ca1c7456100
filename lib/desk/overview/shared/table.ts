import { channelNames } from "@/lib/chats/shared/channels";
import { failures } from "@/lib/chats/shared/outcomes";
import type { ChartName, Overview } from "@/lib/desk/overview/contract";
import type { Translator } from "@/lib/messages";

/** The numbers of an overview, without its times, which are texts in the browser and dates on the server. */
type Figures = {
  unit: Overview["unit"];
  problems: Pick<Overview["problems"], "series">;
  openProblems: Overview["openProblems"];
  answers: Pick<Overview["answers"], "all" | "buckets">;
  chats: Pick<Overview["chats"], "agents">;
  actions: Pick<Overview["actions"], "items">;
  usage: Overview["usage"];
};

/** How values are written; `started` is how many of the buckets have begun, and `startOf` the beginning of one. */
export type Format = {
  started: number;
  startOf: (bucket: number) => string;
  count: (count: number) => string;
  /** `10,000+` */
  atLeast: (count: number) => string;
  seconds: (seconds: number | null) => string;
  milliseconds: (milliseconds: number | null) => string;
  /** The title of a column whose values have this unit. */
  titled: (name: string, unit: "seconds" | "milliseconds") => string;
};

/** The first column names the row; the others are its values. */
export type Table = { head: string[]; rows: string[][] };

export const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);
const startHead = (t: Translator<"overview">, { unit }: Figures): string => t(unit === "hour" ? "columns.hour" : "columns.day");

/** A row for each bucket that has begun. */
const bucketRows = ({ started, startOf }: Format, valuesOf: (bucket: number) => string[]): string[][] =>
  Array.from({ length: started }, (_, bucket) => [startOf(bucket), ...valuesOf(bucket)]);

const problems = (t: Translator<"overview">, figures: Figures, format: Format): Table => {
  const { series } = figures.problems;
  return {
    head: [startHead(t, figures), ...series.map(({ name }) => name ?? t("otherNames")), t("columns.all")],
    rows: bucketRows(format, (bucket) => {
      const counts = series.map((one) => one.counts[bucket] ?? 0);
      return [...counts, sum(counts)].map(format.count);
    }),
  };
};

const openProblems = (t: Translator<"overview">, figures: Figures, format: Format): Table => ({
  head: [t("columns.openFor"), t("columns.problems")],
  rows: figures.openProblems.map(({ age, count, isMore }) => [t(`ages.${age}`), isMore ? format.atLeast(count) : format.count(count)]),
});

const answers = (t: Translator<"overview">, figures: Figures, format: Format): Table => {
  const { all, buckets } = figures.answers;
  const valuesOf = (waits: Overview["answers"]["all"] = all) => [
    format.count(waits.count),
    format.seconds(waits.median),
    format.seconds(waits.p90),
  ];
  return {
    head: [startHead(t, figures), t("columns.answers"), format.titled(t("median"), "seconds"), format.titled(t("p90"), "seconds")],
    rows: [...bucketRows(format, (bucket) => valuesOf(buckets[bucket])), [t("columns.all"), ...valuesOf(all)]],
  };
};

type Agent = Overview["chats"]["agents"][number]["agent"];
export const agentName = (t: Translator<"overview">, agent: Agent): string => (agent ? (agent.name ?? t("formerMember")) : t("outside"));

const chats = (t: Translator<"overview">, figures: Figures, format: Format): Table => ({
  head: [t("columns.agent"), ...channelNames.map((name) => t(`channels.${name}`)), t("columns.all")],
  rows: figures.chats.agents.map(({ agent, counts }) => {
    const values = channelNames.map((name) => counts[name]);
    return [agentName(t, agent), ...[...values, sum(values)].map(format.count)];
  }),
});

/** What nobody may take for done. */
export const failuresOf = (counts: Record<(typeof failures)[number], number>): number => sum(failures.map((failure) => counts[failure]));

const actions = (t: Translator<"overview">, figures: Figures, format: Format): Table => ({
  head: [
    t("columns.button"),
    t("columns.action"),
    t("columns.calls"),
    t("outcomes.succeeded"),
    t("outcomes.refused"),
    t("outcomes.failed"),
    t("outcomes.unknown"),
    t("outcomes.running"),
    format.titled(t("p50"), "milliseconds"),
    format.titled(t("p95"), "milliseconds"),
  ],
  rows: figures.actions.items.map(({ action, label, count, p50, p95, ...item }) => [
    label,
    action,
    ...[count, item.succeeded, item.refused, item.failed, item.unknown, item.running].map(format.count),
    format.milliseconds(p50),
    format.milliseconds(p95),
  ]),
});

const usage = (t: Translator<"overview">, figures: Figures, format: Format): Table => ({
  head: [startHead(t, figures), t("columns.events"), t("columns.requests"), t("columns.refused"), t("columns.busiest")],
  rows: bucketRows(format, (bucket) => {
    const { events = 0, calls = 0, refused = 0, busiest = 0 } = figures.usage.buckets[bucket] ?? {};
    return [events, calls, refused, busiest].map(format.count);
  }),
});

/** What a chart shows, as a table: on the screen, and in its file. */
export const tableOf: Record<ChartName, typeof problems> = { problems, openProblems, answers, chats, actions, usage };
