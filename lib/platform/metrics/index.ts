import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from "prom-client";
import { singleton } from "@/lib/platform/runtime";

const latencySeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const waitSeconds = [0.01, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256];

declare module "@/lib/platform/runtime" {
  interface Runtime {
    metrics: Registry;
  }
}

const registry = () =>
  singleton("metrics", () => {
    const made = new Registry();
    collectDefaultMetrics({ register: made });
    return made;
  });

/** Another bundle of this module, or this one before a reload, may have created it already. */
function counter<Label extends string = string>(configuration: CounterConfiguration<Label>): Counter<Label> {
  const known = registry().getSingleMetric(configuration.name);
  return known instanceof Counter ? known : new Counter({ ...configuration, registers: [registry()] });
}

function gauge<Label extends string = string>(configuration: GaugeConfiguration<Label>): Gauge<Label> {
  const known = registry().getSingleMetric(configuration.name);
  return known instanceof Gauge ? known : new Gauge({ ...configuration, registers: [registry()] });
}

function histogram<Label extends string = string>(configuration: HistogramConfiguration<Label>): Histogram<Label> {
  const known = registry().getSingleMetric(configuration.name);
  return known instanceof Histogram ? known : new Histogram({ ...configuration, registers: [registry()] });
}

const make = () => ({
  requests: histogram({
    name: "beside_http_request_duration_seconds",
    help: "Calls of endpoints until their answer is ready, by the contract's path.",
    labelNames: ["method", "route", "status"],
    buckets: latencySeconds,
  }),
  events: counter({ name: "beside_events_recorded_total", help: "Events recorded.", labelNames: ["level"] }),
  cards: counter({ name: "beside_cards_posted_total", help: "Cards posted into chats." }),
  calls: counter({ name: "beside_action_calls_total", help: "Action calls by their outcome.", labelNames: ["outcome"] }),
  groups: histogram({ name: "beside_event_group_size", help: "Events in one statement.", buckets: batchSizes }),
  fallbacks: counter({
    name: "beside_limiter_fallbacks_total",
    help: "Times the shared limiter was away and this instance limited by itself.",
  }),
  dropped: counter({
    name: "beside_bus_messages_dropped_total",
    help: "Malformed messages on the channel between instances, each dropped as a whole.",
  }),
  removed: counter({
    name: "beside_rows_removed_total",
    help: "Rows removed by age, or with a deleted contact.",
    labelNames: ["what"],
  }),
  signIns: counter({ name: "beside_sign_ins_total", help: "Sign-ins: right, wrong, blocked.", labelNames: ["outcome"] }),
  ended: counter({
    name: "beside_sessions_ended_total",
    help: "Sessions that were ended: by signing out, from elsewhere, or with a new password.",
    labelNames: ["how"],
  }),
  inbound: counter({
    name: "beside_inbound_total",
    help: "What channels reported: stored, repeated, ignored, and what became of it.",
    labelNames: ["outcome"],
  }),
  outbound: counter({
    name: "beside_outbound_total",
    help: "Attempts to send an agent's message through a channel, and what became of each.",
    labelNames: ["outcome"],
  }),
  replica: counter({
    name: "beside_replica_reads_total",
    help: "Lists and exports, by what answered: the read replica, or the database because of the state that the replica was in.",
    labelNames: ["outcome"],
  }),
  turns: counter({
    name: "beside_queue_turns_total",
    help: "Turns that workspaces had in a queue of the database on this instance.",
    labelNames: ["queue"],
  }),
  turnWaits: histogram({
    name: "beside_queue_turn_wait_seconds",
    help: "How long a workspace that had work was due before it had its turn.",
    labelNames: ["queue"],
    buckets: waitSeconds,
  }),
  refusals: counter({
    name: "beside_refusals_total",
    help: "Calls refused because their workspace, or network, has more than its share, by what it has too much of.",
    labelNames: ["what"],
  }),
  // Prometheus gives what it scrapes a label "job" of its own.
  jobErrors: counter({ name: "beside_job_errors_total", help: "Runs of a job that failed.", labelNames: ["name"] }),
  jobRunning: gauge({ name: "beside_job_running", help: "1 while a job runs, 0 while it rests.", labelNames: ["name"] }),
  jobEnded: gauge({ name: "beside_job_last_run_timestamp_seconds", help: "When the last run of a job ended.", labelNames: ["name"] }),
  jobTook: gauge({ name: "beside_job_last_run_duration_seconds", help: "How long the last run of a job took.", labelNames: ["name"] }),
  unlisted: counter({ name: "beside_requests_unlisted_total", help: "Calls left out of the request log." }),
});

let made: ReturnType<typeof make> | undefined;

/** Created at the first use: a command that counts nothing starts no counters. */
function instruments() {
  made ??= make();
  return made;
}

/** Returns a function that counts responses of one endpoint. It caches one series per status, so labels are resolved once. */
export function observeResponses(method: string, route: string): (status: number, tookMs: number) => void {
  const series = new Map<number, { observe: (seconds: number) => void }>();
  return (status, tookMs) => {
    let one = series.get(status);
    if (!one) {
      one = instruments().requests.labels({ method, route, status: String(status) });
      series.set(status, one);
    }
    one.observe(tookMs / 1000);
  };
}

export function eventsRecorded(rows: readonly { level: string; postedToConversations: number }[]): void {
  const { events, cards } = instruments();
  for (const { level, postedToConversations } of rows) {
    events.inc({ level });
    if (postedToConversations > 0) cards.inc(postedToConversations);
  }
}

export const actionCallEnded = (outcome: string): void => instruments().calls.inc({ outcome });
export const batchSent = (size: number): void => instruments().groups.observe(size);
/** The shared limiter was unavailable or slow, and this instance limited by itself. */
export const limiterFellBack = (): void => instruments().fallbacks.inc();
/** A message on the channel between instances was malformed. */
export const busMessageDropped = (): void => instruments().dropped.inc();
export const rowsRemoved = (what: string, count: number): void => instruments().removed.inc({ what }, count);
export const signedIn = (): void => instruments().signIns.inc({ outcome: "right" });
export const signInRejected = (reason: "wrong" | "blocked"): void => instruments().signIns.inc({ outcome: reason });
export const sessionsEnded = (how: "signed_out" | "elsewhere" | "password", count: number): void => instruments().ended.inc({ how }, count);
type InboundOutcome =
  | "stored"
  | "repeated"
  | "rejected"
  | "unreadable"
  | "other_number"
  | "other_field"
  | "ignored"
  | "message"
  | "changed"
  | "status"
  | "file"
  | "file_missing"
  | "blocked"
  | "given_up"
  | "abandoned"
  | "full";

/** What became of something that a channel reported. */
export const inboundCounted = (outcome: InboundOutcome, count = 1): void => instruments().inbound.inc({ outcome }, count);
/** What became of an attempt to send a message through a channel. */
export const outboundCounted = (outcome: "sent" | "retry" | "paused" | "failed" | "unknown"): void =>
  instruments().outbound.inc({ outcome });
/** A read that the replica answered, or why the database did. */
export type ReplicaRead = "replica" | "behind" | "away" | "unfit" | "busy" | "unknown" | "conflict" | "slow" | "failed";
export const replicaRead = (outcome: ReplicaRead): void => instruments().replica.inc({ outcome });
/** A workspace had a turn in a queue, for which it waited. */
export function turnTaken(queue: string, waitedMs: number): void {
  instruments().turns.inc({ queue });
  instruments().turnWaits.observe({ queue }, waitedMs / 1000);
}
/**
 * Waiting for a connection or a batch, calls or pages in a minute, pages, reads of screens or files at once, webhooks in a minute, bytes of
 * bodies that arrive at once.
 */
export type Refused = "connection" | "batch" | "calls" | "pages" | "rendering" | "reads" | "files" | "webhooks" | "bodies";
export const refused = (what: Refused): void => instruments().refusals.inc({ what });
/** A run of a job began; the returned function says how it ended. */
export function jobBegan(name: string): (outcome: "done" | "failed") => void {
  const { jobErrors, jobRunning, jobEnded, jobTook } = instruments();
  const began = performance.now();
  jobRunning.set({ name }, 1);
  return (outcome) => {
    jobRunning.set({ name }, 0);
    jobEnded.set({ name }, Date.now() / 1000);
    jobTook.set({ name }, (performance.now() - began) / 1000);
    if (outcome === "failed") jobErrors.inc({ name });
  };
}
export const requestUnlisted = (): void => instruments().unlisted.inc();

/** The current value of a gauge, by state or another label where there are several. */
export type Reading = { name: string; help: string; value: number | Record<string, number>; label?: string };

function set({ name, help, value, label = "state" }: Reading): void {
  const shown = gauge({ name, help, labelNames: typeof value === "number" ? [] : [label] });
  if (typeof value === "number") shown.set(value);
  else for (const [of, count] of Object.entries(value)) shown.set({ [label]: of }, count);
}

/** All metrics and these readings, in the text format of Prometheus. */
export async function exposition(readings: readonly Reading[]): Promise<{ text: string; contentType: string }> {
  instruments();
  for (const reading of readings) set(reading);
  return { text: await registry().metrics(), contentType: registry().contentType };
}
