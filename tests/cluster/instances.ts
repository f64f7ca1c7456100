import { setTimeout as pause } from "node:timers/promises";
import { expect, type Reply, send, type Team } from "../support/fixtures";
import { openStream, type Stream, type StreamEvent } from "../support/listening";
import type { Cluster } from "./cluster";

export const urlsOf = ({ instances }: Pick<Cluster, "instances">): [string, string, string] => {
  const [one, two, three] = instances.map(({ running }) => running.url);
  if (!one || !two || !three) throw new Error("This needs three instances.");
  return [one, two, three];
};

/** A call with the team's key at one instance. */
export const callAt = (url: string, { key }: Team, method = "GET", path = "/contacts/nobody", body?: object): Promise<Reply> =>
  send(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${key}` }, ...(body ? { body } : {}) });

/** Sends `count` calls to the instances in turn, `atOnce` at the same time. */
export async function race(urls: string[], team: Team, count: number, atOnce = count): Promise<Reply[]> {
  const replies: Reply[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      replies.push(await callAt(urls[next % urls.length] ?? "", team));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return replies;
}

export const passed = (replies: Reply[]): Reply[] => replies.filter(({ status }) => status === 404);

/** Expects that exactly `count` calls passed with distinct remaining counts, and that the others got 429 with the time to wait. */
export function expectExactly(replies: Reply[], count: number, left = 0): void {
  const remaining = passed(replies).map(({ headers }) => Number(headers.get("ratelimit-remaining")));
  expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => left + index));
  for (const { status, headers } of replies.filter((reply) => reply.status !== 404)) {
    expect(status).toBe(429);
    expect(headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(headers.get("ratelimit-reset")).toBe(headers.get("retry-after"));
    expect(headers.get("ratelimit-remaining")).toBe("0");
  }
}

/** A tab of the team's owner at one instance. */
export async function openTabAt(url: string, team: Team): Promise<Stream> {
  const { cookie } = await team.signIn();
  return openStream(url, team.workspace, cookie);
}

/** Sends a message as a website visitor at one instance, and returns the id of the chat. */
export async function sendMessageAt(url: string, team: Team, visitorId: string): Promise<string> {
  const { newId } = await import("@/lib/kernel/ids");
  const body = { id: newId(), from: { channel: "website", visitorId }, text: "Hello" };
  const reply = await send(`${url}/api/simulator/${team.workspace}/messages`, { method: "POST", body });
  expect(reply.status, reply.text).toBe(201);
  return String(reply.body["chatId"]);
}

/** Matches a change notification that names this chat. */
export const namesChat = (chatId: string) => (event: StreamEvent) => event.data.chats?.some(({ id }) => id === chatId) === true;

/**
 * Waits until a message at one instance reaches a tab of another as a change notification again. While Redis is away an
 * instance only records that notifications were missed; tabs then refetch everything.
 */
export async function untilNotified(url: string, team: Team, tab: Stream): Promise<void> {
  const isNotified = async () => {
    const chatId = await sendMessageAt(url, team, `visitor-${Date.now()}`);
    return tab.waitFor("change", namesChat(chatId), 500).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isNotified, { timeout: 15_000 }).toBe(true);
}

const countLogged = ({ instances }: Pick<Cluster, "instances">, text: string) =>
  instances.reduce((count, { running }) => count + running.output().split(text).length - 1, 0);
const countFallbacks = (cluster: Pick<Cluster, "instances">) => countLogged(cluster, "each instance limits by itself");
const isFallingBack = (cluster: Pick<Cluster, "instances">) =>
  countFallbacks(cluster) > countLogged(cluster, "counts calls again, over all instances");

/**
 * Runs `work`, and retries it if Redis was too slow for an instance: when the machine stalls for a quarter of a second, each
 * instance rightly limits by itself.
 */
export async function retryOnFallback(cluster: Pick<Cluster, "instances">, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const [before, wasFallingBack] = [countFallbacks(cluster), isFallingBack(cluster)];
    try {
      return await work();
    } catch (error) {
      // The log of an instance may arrive later than its replies.
      await pause(300);
      if (attempt === 5 || (countFallbacks(cluster) === before && !wasFallingBack)) throw error;
    }
    // Long enough for the circuit breaker to let the next attempt ask Redis.
    await pause(3_500);
  }
}
