import { singleton } from "@/lib/platform/runtime";

const maxKnown = 10_000;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Where the last turn of a workspace stopped that did not come around. */
    turnPositions: Map<string, string>;
  }
}

const positions = () => singleton("turnPositions", () => new Map());

/** A line of a workspace's work, such as what one sender sent: its first item was due, or `isLast`: the look went no further. */
type Passed = { position: string; isLast: boolean };

type Around<Row> = {
  /** The queue and the workspace. */
  key: string;
  /** A position before all others. */
  begin: string;
  max: number;
  /** Takes from up to `max` lines behind a position. */
  look: (after: string) => Promise<Row[]>;
};

/**
 * The lines of a workspace (senders, chats) have turns of their own: each look goes on where the last one stopped, and begins again at the
 * end. `isMore` when it has not come around, so others may be due.
 */
export async function goAround<Row extends Passed>(around: Around<Row>): Promise<{ passed: Row[]; isMore: boolean }> {
  const { key, begin, max, look } = around;
  const after = positions().get(key) ?? begin;
  const passed = await look(after);
  const last = passed.at(-1);
  if (last && (passed.length >= max || last.isLast)) {
    if (positions().size >= maxKnown) positions().clear();
    positions().set(key, last.position);
    return { passed, isMore: true };
  }
  positions().delete(key);
  if (after === begin) return { passed, isMore: false };
  // The lines before that one were not looked at.
  return passed.length > 0 ? { passed, isMore: true } : goAround(around);
}
