import { createHash } from "node:crypto";
import { giveHint, listenForHints } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import type { Target } from "./subscription";

/** How long a push service that did not answer is left alone: those that answer are not to wait for its time-outs. */
const pauseMs = 60_000;
const maxUnresponsive = 10_000;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Push services that did not answer members of a workspace, and until when they are left alone, by the monotonic clock. */
    unresponsivePushServices: Map<string, number>;
  }
}

const unresponsive = () => singleton("unresponsivePushServices", () => new Map<string, number>());

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

export const isUnresponsive = (service: string): boolean => (unresponsive().get(service) ?? 0) > performance.now();

function mark(service: string): void {
  const all = unresponsive();
  if (all.size >= maxUnresponsive) all.clear();
  all.set(service, performance.now() + pauseMs);
}

/** All instances leave it alone for a minute. */
export function markUnresponsive(service: string): void {
  mark(service);
  void giveHint("resting", service);
}

/** It answered. */
export const markResponsive = (service: string): boolean => unresponsive().delete(service);

/** Leaves alone what did not answer another instance, until the returned function is called. */
export const listenForUnresponsive = (): (() => void) => listenForHints("resting", mark);
