import { AppError } from "@/lib/kernel/errors";
import { singleton } from "@/lib/platform/runtime";
import { counter } from "./counter";

const mebibyte = 1024 * 1024;
/** Up to this size a body counts as small, as those of all other calls. */
const smallBytes = 64 * 1024;
/** Of one network: all files of one message at their largest. */
const [maxOfNetwork, maxOfAll] = [100 * mebibyte, 300 * mebibyte];
const all = "all";

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Bytes of large bodies that are arriving at this process, of each network and of all. */
    arrivingBytes: Map<string, number>;
  }
}

const arriving = counter(() => singleton("arrivingBytes", () => new Map()));
const soon = { "retry-after": "5" };

/**
 * Reads a body while there is room for it: strangers may send one, take minutes, and it is in memory until it is complete.
 * @throws rate_limited when too much is arriving from this network, unavailable when too much is from all of them
 */
export async function withRoom<T>({ network, bytes }: { network: string; bytes: number }, read: () => Promise<T>): Promise<T> {
  if (bytes <= smallBytes) return read();
  const own = `network:${network}`;
  if (arriving.of(own) + bytes > maxOfNetwork)
    throw new AppError("rate_limited", "Too much is arriving from your network at once. Send this again shortly.", soon);
  if (arriving.of(all) + bytes > maxOfAll)
    throw new AppError("unavailable", "Too much is arriving at once. Send this again shortly.", soon);
  arriving.add([own, all], bytes);
  try {
    return await read();
  } finally {
    arriving.add([own, all], -bytes);
  }
}
