import { setTimeout as pause } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/runtime";
import { measured, type Stop } from "./job";

type State = { isWoken: boolean; resting: AbortController };
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The loops of this process by their names. */
    loops: Map<string, State>;
  }
}

type Options = {
  /** Unique in a process; the metrics show it. */
  name: string;
  /** The rest after each run. */
  everyMs: number;
  /** What the start does and waits for in place of a first run. @throws what ends the start */
  atStart?: () => Promise<void>;
  /** Ends early when the signal aborts. */
  run: (signal: AbortSignal) => Promise<unknown>;
  /** What the log says of a run that failed. */
  failure: string;
  /** Errors that are not logged. */
  isExpected?: (error: unknown) => boolean;
};
type Loop = { name: string; start: () => Promise<Stop>; wake: () => void };

const loops = () => singleton("loops", () => new Map());

/**
 * Runs at the start, after each rest, and at once when `wake` is called, but never twice at the same moment: a wake during a run is
 * followed by another run. A run that fails is logged, and the next one comes as usual.
 */
export function loop(options: Options): Loop {
  const { name, atStart } = options;
  return {
    name,
    async start() {
      await atStart?.();
      const state: State = { isWoken: !atStart, resting: new AbortController() };
      loops().set(name, state);
      const stopping = new AbortController();
      const ended = repeat(state, options, stopping.signal);
      return () => {
        stopping.abort();
        state.resting.abort();
        return ended;
      };
    },
    wake() {
      const state = loops().get(name);
      if (!state) return;
      state.isWoken = true;
      state.resting.abort();
    },
  };
}

async function repeat(state: State, { name, everyMs, run, failure, isExpected }: Options, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (!state.isWoken) {
      state.resting = new AbortController();
      await pause(everyMs, undefined, { signal: state.resting.signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
    }
    state.isWoken = false;
    await measured(name, () => run(signal)).catch((error: unknown) => {
      if (!isExpected?.(error)) log.error({ error, job: name }, failure);
    });
  }
}
