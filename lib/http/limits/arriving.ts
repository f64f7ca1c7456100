import { AppError, type ErrorCode } from "@/lib/kernel/errors";
import { reportRefusal } from "@/lib/platform/refusals";
import { singleton } from "@/lib/platform/runtime";
import { counter } from "./counter";

const mebibyte = 1024 * 1024;
/** Up to this size a body counts as small, as those of all other calls. */
const smallBytes = 64 * 1024;
/** The bytes of one network, or one workspace: all files of one message at their largest. */
const maxOfOne = 100 * mebibyte;
/** The same while more than half of everything is in use, so that a few of them cannot have all of it. */
const maxOfOneWhenBusy = 20 * mebibyte;
const maxOfAll = 300 * mebibyte;
const all = "all";
/** A slower line takes longer for one picture than a person waits. */
const [windowMs, minBytesPerWindow] = [10_000, 40_000];

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Bytes of large bodies that have arrived at this process and are read, of each network, of each workspace, and of all. */
    arrivingBytes: Map<string, number>;
  }
}

const arriving = counter(() => singleton("arrivingBytes", () => new Map()));
const soon = { "retry-after": "5" };

/** Follows a body while it arrives. */
export type Arrival = {
  /** Called with the size of each part. @throws rate_limited, unavailable */
  onBytes: (bytes: number) => void;
  /** Whether less arrived lately than any usable line carries. Asked once a second. */
  isSlow: () => boolean;
};

type Sender = { network: string; workspaceId: string | undefined };
/** `declared` is how many bytes the body has at most. */
type Body = Sender & { declared: number };

/** Follows a body that takes room. */
type Reservation = Arrival & {
  /** Gives back the room of what arrived before the last so many bytes: it is in the memory no more. */
  keepLast: (bytes: number) => void;
  close: () => void;
};

/**
 * Takes room for a body while it arrives: strangers may send one, take minutes, and what arrived of it is in the memory. That is what counts,
 * whatever was declared, of each network and of each workspace. `now` is a clock that stands still while nobody waits for the body.
 */
export function roomFor({ declared, network, workspaceId }: Body, now?: () => number): Reservation {
  const names = [`network:${network}`, ...(workspaceId === undefined ? [] : [`workspace:${workspaceId}`]), all];
  let [arrived, held] = [0, 0];
  const hold = (change: number) => {
    held += change;
    arriving.add(names, change);
  };
  return {
    onBytes(bytes) {
      arrived += bytes;
      if (declared <= smallBytes) return;
      requireRoom({ network, workspaceId }, bytes);
      hold(bytes);
    },
    isSlow: slownessOf(() => arrived, now),
    keepLast: (bytes) => hold(Math.min(0, bytes - held)),
    close: () => hold(-held),
  };
}

/**
 * Reads a body that is in memory until it is complete, while there is room for it.
 * @throws rate_limited when too much is arriving from this network or for this workspace, unavailable when too much is in total
 */
export async function withRoom<T>(body: Body, read: (arrival?: Arrival) => Promise<T>): Promise<T> {
  if (body.declared <= smallBytes) return read();
  const reservation = roomFor(body);
  try {
    return await read(reservation);
  } finally {
    reservation.close();
  }
}

function requireRoom({ network, workspaceId }: Sender, bytes: number): void {
  const total = arriving.of(all) + bytes;
  const max = total > maxOfAll / 2 ? maxOfOneWhenBusy : maxOfOne;
  if (arriving.of(`network:${network}`) + bytes > max)
    throw tooMuch(workspaceId, "rate_limited", "Too much is arriving from your network at once. Send this again shortly.");
  if (workspaceId !== undefined && arriving.of(`workspace:${workspaceId}`) + bytes > max)
    throw tooMuch(workspaceId, "rate_limited", "Too much is arriving for this workspace at once. Send this again shortly.");
  if (total > maxOfAll) throw tooMuch(workspaceId, "unavailable", "Too much is arriving at once. Send this again shortly.");
}

function tooMuch(workspaceId: string | undefined, code: ErrorCode, message: string): AppError {
  reportRefusal("bodies", workspaceId);
  return new AppError(code, message, soon);
}

function slownessOf(arrived: () => number, now = () => performance.now()): () => boolean {
  let [since, before] = [now(), 0];
  return () => {
    if (now() - since < windowMs) return false;
    const isSlow = arrived() - before < minBytesPerWindow;
    [since, before] = [now(), arrived()];
    return isSlow;
  };
}
