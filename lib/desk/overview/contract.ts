import { z } from "zod";
import { Channel } from "@/lib/chats/contract";
import { contract, InWorkspace, Moment, mustBe, Time, Uuid } from "@/lib/kernel/contract";
import { timeZoneNamed } from "@/lib/kernel/zoned";
import { ages } from "./shared/ages";
import { units } from "./shared/buckets";

/** The charts of the page; each can be downloaded by itself. */
const charts = ["problems", "openProblems", "answers", "chats", "actions", "usage"] as const;
export type ChartName = (typeof charts)[number];

const zoneProblem = "must be a time zone such as Europe/Berlin.";

/** In its usual form, so that there are only as many of them as there are zones. */
const Zone = z
  .string({ error: zoneProblem })
  .refine((name) => timeZoneNamed(name) !== undefined, { error: zoneProblem })
  .transform((name) => timeZoneNamed(name) ?? name);

const Range = z.object({
  /** From this moment on. */
  from: Moment,
  /** Before this moment; at most 31 days later. */
  to: Moment,
  /** Where days and hours begin. */
  zone: Zone,
});
export type Range = z.output<typeof Range>;

const Counts = z.array(z.int());
const Seconds = z.number().nullable();
const Milliseconds = z.number().nullable();

/** How long customers waited; without an answer there is nothing to say. */
const Waits = z.object({ count: z.int(), median: Seconds, p90: Seconds });

const ActionStats = z.object({
  action: z.string(),
  /** The newest one. */
  label: z.string(),
  count: z.int(),
  succeeded: z.int(),
  refused: z.int(),
  failed: z.int(),
  unknown: z.int(),
  running: z.int(),
  p50: Milliseconds,
  p95: Milliseconds,
});

/**
 * `since` of a part: from when on it counts, when there was more than it counts; null when it counts everything. Lists of counts have
 * one entry for each bucket.
 */
const Since = Time.nullable();

export const Overview = z.object({
  /** When it was read. */
  at: Time,
  unit: z.enum(units),
  /** When each hour or day begins; the last one ends at `to`. */
  buckets: z.array(Time),
  /** Problem events by name, most frequent first; the name is null for all other names together. */
  problems: z.object({ since: Since, total: z.int(), series: z.array(z.object({ name: z.string().nullable(), counts: Counts })) }),
  /** Problems that are open now, by the time since their first event. `isMore`: it stopped counting there. */
  openProblems: z.array(z.object({ age: z.enum(ages), count: z.int(), isMore: z.boolean() })),
  /** By the time of the answer. `waiting`: customers in open chats who wait now, and the chat of the one who waits longest. */
  answers: z.object({
    since: Since,
    all: Waits,
    buckets: z.array(Waits),
    waiting: z.object({ count: z.int(), since: Time.nullable(), chatId: Uuid.nullable(), isMore: z.boolean() }),
  }),
  /**
   * Chats in which somebody answered a customer who waited; the agent is null for answers from outside, such as the WhatsApp app. A former
   * member has no name.
   */
  chats: z.object({
    since: Since,
    agents: z.array(
      z.object({ agent: z.object({ id: Uuid, name: z.string().nullable() }).nullable(), counts: z.record(Channel, z.int()) }),
    ),
  }),
  /** Calls to the receiver by action, most frequent first. */
  actions: z.object({ since: Since, items: z.array(ActionStats) }),
  /** Calls to the API. `busiest` and `refused` are those of the bucket's busiest minute; `limit` is for a minute. */
  usage: z.object({
    limit: z.int(),
    buckets: z.array(z.object({ events: z.int(), calls: z.int(), refused: z.int(), busiest: z.int(), busiestRefused: z.int() })),
  }),
});
export type Overview = z.output<typeof Overview>;

export const getOverview = contract({
  method: "GET",
  path: "/api/w/{workspace}/overview",
  summary: "What happened in a time of at most 31 days: problems, answers, chats, actions, calls to the API",
  access: "session",
  role: "admin",
  params: InWorkspace,
  query: Range,
  status: 200,
  output: Overview,
});

export const exportOverview = contract({
  method: "GET",
  path: "/api/w/{workspace}/overview/export",
  madePerMinute: 60,
  summary: "The numbers of one chart, as a CSV file",
  access: "session",
  role: "admin",
  params: InWorkspace,
  query: Range.extend({ chart: z.enum(charts, { error: mustBe(`one of ${charts.join(", ")}`) }) }),
  status: 200,
  output: z.string(),
});
