import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { isUnavailable } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { buffer } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { giveHint, listenForGaps, listenForHints, listenForOwn } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import { queueStatement } from "./sql";

/** Whether a workspace has subscriptions is asked this often while it has none; a new one is announced to all instances. */
const withoutMs = 10_000;

type Queue = {
  /** Workspaces without a subscription, and until when that is believed. */
  without: Map<string, number>;
  /** Subscriptions that were announced: an answer from before one is not believed. */
  announced: number;
};

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Which chats that changed in this process need not be pushed. */
    pushQueue: Queue;
  }
}

const queue = () => singleton("pushQueue", () => ({ without: new Map(), announced: 0 }));

function onSubscribed(workspaceId: string): void {
  queue().announced += 1;
  queue().without.delete(workspaceId);
}

/** Somebody subscribed: resolves when all instances know. */
export function announceSubscription(workspaceId: string): Promise<void> {
  onSubscribed(workspaceId);
  return giveHint("subscribed", workspaceId);
}

/**
 * Writes down the chats that change in this process, for whichever instance pushes next. `onQueued` is called after that. The returned
 * function stops it, and waits for what is being written.
 */
export function startQueueing(onQueued: () => void): () => Promise<void> {
  const own = queue();
  // Changes of a moment are written down together.
  const changes = buffer({
    name: "changes to push",
    everyMs: 300,
    empty: () => new Map<string, Set<string>>(),
    write: (changed) => writeAll(changed, onQueued),
    failed: (error) => log.error({ error }, "changes to push could not be written down"),
  });
  const unlisten = listenForOwn((workspaceId, { chats = [] }) => {
    if (chats.length === 0 || (own.without.get(workspaceId) ?? 0) > Date.now()) return;
    const changed = changes.collect();
    const ids = changed.get(workspaceId) ?? new Set();
    for (const { id } of chats) ids.add(id);
    changed.set(workspaceId, ids);
  });
  const unlistenForOthers = listenForHints("subscribed", onSubscribed);
  const unlistenForGaps = listenForGaps(() => {
    own.announced += 1;
    own.without.clear();
  });
  return async () => {
    for (const stop of [unlisten, unlistenForOthers, unlistenForGaps]) stop();
    await changes.flush();
  };
}

/** A change that cannot be written down is not pushed: the next one of the chat is. */
async function writeAll(changed: Map<string, Set<string>>, onQueued: () => void): Promise<void> {
  for (const [workspaceId, chats] of changed) {
    await write(workspaceId, [...chats]).then(
      (isQueued) => isQueued && onQueued(),
      (error: unknown) => isUnavailable(error) || log.error({ error }, "changes to push could not be written down"),
    );
  }
}

async function write(workspaceId: string, chats: string[]): Promise<boolean> {
  const { without, announced } = queue();
  const [row] = await rows(db(), queueStatement)(workspaceId, chats, currentTime());
  if (row?.hasPush) return true;
  // Somebody may have subscribed in between, or in this moment.
  if (queue().announced !== announced) return false;
  if (without.size >= 10_000) without.clear();
  without.set(workspaceId, Date.now() + withoutMs);
  return false;
}
