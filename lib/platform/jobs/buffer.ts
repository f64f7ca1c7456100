import { singleton } from "@/lib/platform/runtime";
import { type Job, measured } from "./job";

type State = { collected: unknown; timer: NodeJS.Timeout | undefined; writing: Promise<void> };
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** What each buffer of this process has collected, by its name. */
    buffers: Map<string, State>;
  }
}

type Options<Collected> = {
  /** Unique in a process; the metrics show it. */
  name: string;
  /** How long the first item waits for others. */
  everyMs: number;
  empty: () => Collected;
  /** Also called when nothing was collected. */
  write: (collected: Collected) => Promise<unknown>;
  /** What was collected is lost unless this adds it again. */
  failed: (error: unknown) => void;
};
type Buffer<Collected> = Job & {
  /** What waits. */
  waiting: () => Collected;
  /** The same for a caller that adds to it: it is written soon. */
  collect: () => Collected;
  /** Writes what waits now, one batch at a time. Resolves when it was written, or has failed. */
  flush: () => Promise<void>;
};

const buffers = () => singleton("buffers", () => new Map());

/** Collects in memory and writes in batches, and what is left when the process stops. A killed process loses what waits. */
export function buffer<Collected>({ name, everyMs, empty, write, failed }: Options<Collected>): Buffer<Collected> {
  type Own = State & { collected: Collected };
  function own(): Own {
    const known = buffers().get(name);
    if (known) return known as Own;
    const made: Own = { collected: empty(), timer: undefined, writing: Promise.resolve() };
    buffers().set(name, made);
    return made;
  }
  function collect(): Collected {
    const state = own();
    state.timer ??= setTimeout(flush, everyMs).unref();
    return state.collected;
  }
  function flush(): Promise<void> {
    const state = own();
    clearTimeout(state.timer);
    state.timer = undefined;
    state.writing = state.writing.then(() => measured(name, () => write(take(state)))).catch(failed);
    return state.writing;
  }
  function take(state: Own): Collected {
    const { collected } = state;
    state.collected = empty();
    return collected;
  }
  return { name, start: async () => flush, waiting: () => own().collected, collect, flush };
}
