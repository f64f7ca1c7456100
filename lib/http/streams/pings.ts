import { singleton } from "@/lib/platform/runtime";

/** Sent with `ready`, so that a browser knows how long a silence is too long. */
export const pingMs = 5_000;
/** Each turn pings a part of the streams: thousands of writes at once would hold up the requests. */
const turns = 10;

type Ping = () => void;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** What pings the open streams of this process, in the groups of the turns; one timer for all, while there are any. */
    pings: { groups: Set<Ping>[]; turn: number; timer: ReturnType<typeof setInterval> | undefined };
  }
}

const pings = () => singleton("pings", () => ({ groups: Array.from({ length: turns }, () => new Set<Ping>()), turn: 0, timer: undefined }));

function pingNextGroup(): void {
  const { groups, turn } = pings();
  pings().turn = (turn + 1) % turns;
  // A write may end its stream, which then leaves the group.
  for (const ping of [...(groups[turn] ?? [])]) ping();
}

/** Calls `ping` every five seconds, the first time within five, until the returned function is called. */
export function pingRegularly(ping: Ping): () => void {
  const state = pings();
  const smallest = state.groups.reduce((best, group) => (group.size < best.size ? group : best));
  smallest.add(ping);
  state.timer ??= setInterval(pingNextGroup, pingMs / turns);
  return () => {
    smallest.delete(ping);
    if (state.groups.some(({ size }) => size > 0)) return;
    clearInterval(state.timer);
    state.timer = undefined;
  };
}
