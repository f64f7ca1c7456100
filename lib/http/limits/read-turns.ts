import { cookieOf } from "@/lib/http/auth/cookie";
import { sessionCookie } from "@/lib/http/auth/session";
import type { ApiRequest } from "@/lib/http/request";
import type { Contract } from "@/lib/kernel/contract";
import { overloaded } from "@/lib/platform/db/errors";
import { newPlaces, noneKept, type PlaceBounds, Places, type PlacesState } from "@/lib/platform/db/places";
import { reportRefusal } from "@/lib/platform/refusals";
import { singleton } from "@/lib/platform/runtime";
import { lastCallerOf } from "./last-callers";

/** Each takes milliseconds of this process and of the database: the calls of others wait for all that are under way together. */
const reading: PlaceBounds = { places: 64, share: 4, ...noneKept, keptForNew: 60 };
const maxWaiting = 200;
const waitMs = 3_000;
/** Then it counts as read: one that waits for something itself, such as an overview, holds up no other of its workspace. */
const maxReadMs = 100;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    reads: PlacesState;
  }
}

const places = new Places(reading, () => singleton("reads", newPlaces));

/**
 * Runs a read of a screen in turn by workspace, or by session where the workspace is not known yet. Everything else runs at once: it is
 * rarer, and may wait for locks. @throws unavailable
 */
export async function readInTurn<T>(
  contract: Contract,
  { request, path }: { request: ApiRequest; path: string },
  work: () => Promise<T>,
): Promise<T> {
  const cookie = cookieOf(request, sessionCookie);
  if (contract.access !== "session" || contract.method !== "GET" || !cookie) return work();
  const workspaceId = lastCallerOf(contract, request, path)?.workspace.id;
  const name = workspaceId ?? cookie;
  const busy = () => {
    reportRefusal("reads", workspaceId);
    return overloaded();
  };
  if (places.waitingOf(name) >= maxWaiting) throw busy();
  const release = await places.take(name, { waitMs, late: busy });
  const timer = setTimeout(release, maxReadMs);
  return work().finally(() => {
    clearTimeout(timer);
    release();
  });
}
