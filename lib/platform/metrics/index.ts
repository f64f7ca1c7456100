import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { once } from "@/lib/platform/once";

const latencySeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const groupSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256];

function make() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: "beside_http_request_duration_seconds",
      help: "Calls of endpoints until their answer is ready, by the contract's path.",
      labelNames: ["method", "route", "status"],
      buckets: latencySeconds,
      registers,
    }),
    events: new Counter({ name: "beside_events_recorded_total", help: "Events recorded.", labelNames: ["level"], registers }),
    cards: new Counter({ name: "beside_cards_posted_total", help: "Cards posted into chats.", registers }),
    calls: new Counter({ name: "beside_action_calls_total", help: "Action calls by their outcome.", labelNames: ["outcome"], registers }),
    groups: new Histogram({ name: "beside_event_group_size", help: "Events in one statement.", buckets: groupSizes, registers }),
    fallbacks: new Counter({
      name: "beside_limiter_fallbacks_total",
      help: "Times the shared limiter was away and this instance limited by itself.",
      registers,
    }),
    dropped: new Counter({
      name: "beside_bus_messages_dropped_total",
      help: "Malformed messages on the channel between instances, each dropped as a whole.",
      registers,
    }),
    removed: new Counter({
      name: "beside_rows_removed_total",
      help: "Rows removed by age, or with a deleted contact.",
      labelNames: ["what"],
      registers,
    }),
    signIns: new Counter({ name: "beside_sign_ins_total", help: "Sign-ins: right, wrong, blocked.", labelNames: ["outcome"], registers }),
    ended: new Counter({
      name: "beside_sessions_ended_total",
      help: "Sessions that were ended: by signing out, from elsewhere, or with a new password.",
      labelNames: ["how"],
      registers,
    }),
    unlisted: new Counter({ name: "beside_requests_unlisted_total", help: "Calls left out of the request log.", registers }),
  };
}

const house = () => once("metrics", make);

/** Counts answers of one endpoint, one series a status: whoever calls it again and again keeps it, and no label is read twice. */
export function answersOf(method: string, route: string): (status: number, tookMs: number) => void {
  const series = new Map<number, { observe: (seconds: number) => void }>();
  return (status, tookMs) => {
    let one = series.get(status);
    if (!one) {
      one = house().requests.labels({ method, route, status: String(status) });
      series.set(status, one);
    }
    one.observe(tookMs / 1000);
  };
}

export function eventsRecorded(rows: readonly { level: string; postedToConversations: number }[]): void {
  const { events, cards } = house();
  for (const { level, postedToConversations } of rows) {
    events.inc({ level });
    if (postedToConversations > 0) cards.inc(postedToConversations);
  }
}

export const actionCallEnded = (outcome: string): void => house().calls.inc({ outcome });
export const groupSent = (size: number): void => house().groups.observe(size);
/** The shared limiter was away or slow, and this instance limited by itself. */
export const limiterFellBack = (): void => house().fallbacks.inc();
/** A message on the channel between instances was malformed. */
export const busMessageDropped = (): void => house().dropped.inc();
export const rowsRemoved = (what: string, count: number): void => house().removed.inc({ what }, count);
export const signedIn = (): void => house().signIns.inc({ outcome: "right" });
export const signInRefused = (why: "wrong" | "blocked"): void => house().signIns.inc({ outcome: why });
export const sessionsEnded = (how: "signed_out" | "elsewhere" | "password", count: number): void => house().ended.inc({ how }, count);
export const requestUnlisted = (): void => house().unlisted.inc();

/** A number that is asked for at each reading, by state where there are several. */
export function gauge(name: string, help: string, read: () => number | Record<string, number>): void {
  const { registry } = house();
  registry.removeSingleMetric(name);
  const isNumber = typeof read() === "number";
  new Gauge({
    name,
    help,
    labelNames: isNumber ? [] : ["state"],
    registers: [registry],
    collect() {
      const now = read();
      if (typeof now === "number") this.set(now);
      else for (const [state, count] of Object.entries(now)) this.set({ state }, count);
    },
  });
}

/** Everything, as Prometheus reads it. */
export async function exposition(): Promise<{ text: string; contentType: string }> {
  const { registry } = house();
  return { text: await registry.metrics(), contentType: registry.contentType };
}
