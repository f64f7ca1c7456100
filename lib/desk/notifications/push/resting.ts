import { createHash } from "node:crypto";
import { giveHint, listenForHints } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import type { Target } from "./subscription";

/** How long a push service that did not answer is left alone: those that answer are not to wait for its time-outs. */
const restMs = 60_000;
const maxResting = 10_000;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Push services that did not answer members of a workspace, and until when they are left alone, by the monotonic clock. */
    restingPushServices: Map<string, number>;
  }
}

const resting = () => singleton("restingPushServices", () => new Map<string, number>());

/**
 * A push service as the members of one workspace named it: somebody may have named any address, also one that answers nobody else. The
 * instances call it by a digest in the form of an id.
 */
export function serviceOf(workspaceId: string, { endpoint }: Target): string {
  const digest = createHash("sha256")
    .update(`${workspaceId} ${new URL(endpoint).origin}`)
    .digest("hex");
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export const isResting = (service: string): boolean => (resting().get(service) ?? 0) > performance.now();

function rest(service: string): void {
  const all = resting();
  if (all.size >= maxResting) all.clear();
  all.set(service, performance.now() + restMs);
}

/** All instances leave it alone for a minute. */
export function leaveAlone(service: string): void {
  rest(service);
  void giveHint("resting", service);
}

/** It answered. */
export const wake = (service: string): boolean => resting().delete(service);

/** Leaves alone what did not answer another instance, until the returned function is called. */
export const heedOthers = (): (() => void) => listenForHints("resting", rest);
