import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { previewOf } from "@/lib/chats/item";
import { displayNameOf } from "@/lib/people/shared/display-name";
import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/runtime";
import { send } from "./send";
import type { NewsRow } from "./sql";
import { textOf } from "./text";

/** Requests of one workspace at the same moment. */
const maxSending = 8;
/** Notifications of one workspace that wait; more would come too late to be news. */
const maxWaiting = 1_000;
/** How long an instance that stops goes on with what waits. */
const stopMs = 2_000;

type News = z.output<typeof NewsRow>;
type Line = { waiting: News[]; sending: Set<Promise<void>> };

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** What is pushed to the members of each workspace. */
    pushLines: Map<string, Line>;
  }
}

const lines = () => singleton("pushLines", () => new Map());

/**
 * Sends news to the members of a workspace, a few at a time. Other workspaces have lines of their own: they do not wait for its push
 * services, whose addresses its members chose.
 */
export function enqueue(workspaceId: string, news: readonly News[]): void {
  const line = lines().get(workspaceId) ?? { waiting: [], sending: new Set() };
  lines().set(workspaceId, line);
  const taken = news.slice(0, maxWaiting - line.waiting.length);
  line.waiting.push(...taken);
  if (taken.length < news.length) log.warn({ count: news.length - taken.length }, "too many notifications wait; the newest were left out");
  advance(workspaceId, line);
}

function advance(workspaceId: string, line: Line): void {
  while (line.sending.size < maxSending) {
    const next = line.waiting.shift();
    if (!next) break;
    const sending = sendOne(workspaceId, next).finally(() => {
      line.sending.delete(sending);
      advance(workspaceId, line);
    });
    line.sending.add(sending);
  }
  if (line.sending.size === 0) lines().delete(workspaceId);
}

/** Waits for what is being sent; what has to wait for longer than a moment is left out. */
export async function finishSending(): Promise<void> {
  const late = new AbortController();
  void pause(stopMs, undefined, { signal: late.signal, ref: false }).then(
    () => {
      for (const { waiting } of lines().values()) waiting.length = 0;
    },
    () => undefined,
  );
  while (lines().size > 0) await Promise.all([...lines().values()].flatMap(({ sending }) => [...sending]));
  late.abort();
}

/** One that cannot be sent does not keep the others from being sent. */
async function sendOne(workspaceId: string, news: News): Promise<void> {
  const { subscriptionId: id, encrypted, locale, showsText, slug, chatId, ...row } = news;
  try {
    const { counts, kind, item, ...person } = row;
    const { authorName, text: preview, line } = previewOf(item);
    const newest = { kind, authorName, text: preview, line };
    const text = await textOf({ counts, newest, displayName: displayNameOf(person) }, { locale, showsText });
    const payload = { ...text, tag: `beside ${slug} ${chatId}`, path: `/${encodeURIComponent(slug)}/chats/${chatId}` };
    await send({ workspaceId, id, encrypted }, payload);
  } catch (error) {
    log.error({ error, subscription: id }, "a notification could not be pushed");
  }
}
