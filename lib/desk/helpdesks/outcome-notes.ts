import { setTimeout as pause } from "node:timers/promises";
import { resultWindow } from "@/lib/actions/calls/contract";
import { outcomeOf } from "@/lib/chats/stored-outcome";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { listen } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import { writeNote } from "./chatwoot";

/** A lost notification costs this delay. */
const pollMs = 15_000;
const maxWaitMs = resultWindow.ms + 60_000;
/** How many calls are followed: of all workspaces, because each is looked up regularly. */
const maxFollowed = 1_000;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /**
     * Calls whose outcome becomes a note in another helpdesk, of each workspace. A process that ends forgets them: a note is sent at
     * most once.
     */
    followedCalls: Map<string, Map<string, AbortController>>;
  }
}

const followed = () => singleton("followedCalls", () => new Map());

type Followed = { callId: string; chatId: string; conversationId: string };

/** When the call has its outcome, writes it as a private note into the conversation of Chatwoot. */
export function noteOutcome(workspaceId: string, call: Followed): void {
  const giving = begin(followed(), { workspaceId, callId: call.callId, max: maxFollowed });
  if (!giving) return;
  follow(workspaceId, call, giving.signal)
    .catch((error: unknown) => log.warn({ error, callId: call.callId }, "an outcome was not noted in Chatwoot"))
    .finally(() => end(workspaceId, call.callId, giving));
}

/**
 * Takes a place for a call, whose signal says that it lost it. When all are taken, the workspace that has the most gives up its oldest, so
 * that one with many presses takes no place from the others. Undefined when the call has one already.
 */
export function begin(
  all: Map<string, Map<string, AbortController>>,
  { workspaceId, callId, max }: { workspaceId: string; callId: string; max: number },
): AbortController | undefined {
  const own = all.get(workspaceId) ?? new Map<string, AbortController>();
  if (own.has(callId)) return undefined;
  const giving = new AbortController();
  own.set(callId, giving);
  all.set(workspaceId, own);
  const sizes = [...all.values()].map(({ size }) => size);
  if (sizes.reduce((sum, size) => sum + size, 0) > max) giveUpOldest(all, Math.max(...sizes));
  return giving;
}

function giveUpOldest(all: Map<string, Map<string, AbortController>>, size: number): void {
  for (const [workspaceId, own] of all) {
    const [oldest] = own;
    if (own.size < size || !oldest) continue;
    const [callId, giving] = oldest;
    log.warn({ workspaceId, callId }, "too many outcomes are waited for: this one will not be noted in Chatwoot");
    own.delete(callId);
    giving.abort();
    return;
  }
}

function end(workspaceId: string, callId: string, giving: AbortController): void {
  const own = followed().get(workspaceId);
  if (own?.get(callId) === giving) own.delete(callId);
  if (own?.size === 0) followed().delete(workspaceId);
}

async function follow(workspaceId: string, { callId, chatId, conversationId }: Followed, givenUp: AbortSignal): Promise<void> {
  const until = Date.now() + maxWaitMs;
  while (Date.now() < until && !givenUp.aborted) {
    // Listens before it reads, so that an outcome in between is not missed.
    const changed = nextChange(workspaceId, callId);
    const text = await outcomeText(workspaceId, { callId, chatId }).catch(changed.cancelled);
    if (text === undefined) {
      await changed.waited;
      continue;
    }
    changed.cancel();
    return writeNote(workspaceId, conversationId, text);
  }
}

/** Waits until the call changes, or for a while. */
function nextChange(workspaceId: string, callId: string) {
  const waiting = new AbortController();
  const unlisten = listen(workspaceId, ({ calls }) => calls?.includes(callId) && cancel());
  const cancel = () => {
    unlisten();
    waiting.abort();
  };
  const waited = pause(pollMs, undefined, { signal: waiting.signal, ref: false })
    .catch(() => undefined)
    .finally(unlisten);
  const cancelled = (error: unknown) => {
    cancel();
    throw error;
  };
  return { waited, cancel, cancelled };
}

/** The outcome as text for the team; undefined while the call is unfinished. */
async function outcomeText(workspaceId: string, { callId, chatId }: Pick<Followed, "callId" | "chatId">): Promise<string | undefined> {
  const call = await db().actionCall.findUnique({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: { state: true, label: true, agentName: true },
  });
  if (!call || call.state === "sending" || call.state === "working") return undefined;
  const item = await db().chatItem.findFirst({
    where: { workspaceId, chatId, kind: "action", data: { path: ["callId"], equals: callId } },
    orderBy: { seq: "desc" },
    select: { data: true },
  });
  const { message = null, reason = null } = item ? outcomeOf(item.data) : {};
  return `${headlines[call.state](call.label)}${textAfter(message ?? reason)}\n\n${call.agentName}, Beside`;
}

const headlines = {
  succeeded: (label: string) => `${label}: succeeded.`,
  refused: (label: string) => `${label}: refused.`,
  failed: (label: string) => `${label}: failed.`,
  unknown: (label: string) => `${label}: it is not known whether it happened.`,
};

const textAfter = (text: string | null) => (text ? ` ${text}` : "");
