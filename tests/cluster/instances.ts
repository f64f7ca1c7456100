import { setTimeout as pause } from "node:timers/promises";
import { expect, type Reply, send, type Team } from "../support/fixtures";
import { type Heard, openStream, type Stream } from "../support/listening";
import type { Cluster } from "./cluster";

export const urlsOf = ({ instances }: Pick<Cluster, "instances">): [string, string, string] => {
  const [one, two, three] = instances.map(({ running }) => running.url);
  if (!one || !two || !three) throw new Error("This needs three instances.");
  return [one, two, three];
};

/** A call with the team's key at one instance. */
export const callAt = (url: string, { key }: Team, method = "GET", path = "/contacts/nobody", body?: object): Promise<Reply> =>
  send(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${key}` }, ...(body ? { body } : {}) });

/** `count` calls in turn over the instances, all at once or `atOnce` of them. */
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

/** That exactly so many passed, that each was told another count of what is left, and that the others know how long to wait. */
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
export async function tabAt(url: string, team: Team): Promise<Stream> {
  const { cookie } = await team.signIn();
  return openStream(url, team.workspace, cookie);
}

/** Says something as a website visitor at one instance, and returns the chat. */
export async function saysAt(url: string, team: Team, visitorId: string): Promise<string> {
  const { newId } = await import("@/lib/kernel/ids");
  const body = { id: newId(), from: { channel: "website", visitorId }, text: "Hello" };
  const reply = await send(`${url}/api/simulator/${team.workspace}/messages`, { method: "POST", body });
  expect(reply.status, reply.text).toBe(201);
  return String(reply.body["chatId"]);
}

/** Whether a chat is what a tab was told to look at. */
export const about = (chatId: string) => (heard: Heard) => heard.data.chats?.some(({ id }) => id === chatId) === true;

/**
 * Waits until what is said at one instance reaches a tab of another as a poke again. What an instance has to tell before it
 * reaches Redis is told as "look at everything"; after that, poke by poke.
 */
export async function untilTold(url: string, team: Team, tab: Stream): Promise<void> {
  const isTold = async () => {
    const chatId = await saysAt(url, team, `visitor-${Date.now()}`);
    return tab.hear("poke", about(chatId), 500).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isTold, { timeout: 15_000 }).toBe(true);
}

const said = ({ instances }: Pick<Cluster, "instances">, words: string) =>
  instances.reduce((count, { running }) => count + running.output().split(words).length - 1, 0);
const timesAlone = (cluster: Pick<Cluster, "instances">) => said(cluster, "each instance limits by itself");
const isAlone = (cluster: Pick<Cluster, "instances">) => timesAlone(cluster) > said(cluster, "counts calls again, over all instances");

/**
 * Runs `work`, and runs it again if an instance found Redis slower than it waits for: on a machine that stands still for a
 * quarter of a second the limit is each instance's own, as it should be.
 */
export async function whileShared(cluster: Pick<Cluster, "instances">, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const [before, wasAlone] = [timesAlone(cluster), isAlone(cluster)];
    try {
      return await work();
    } catch (error) {
      // What an instance says comes another way than what it answers.
      await pause(300);
      if (attempt === 5 || (timesAlone(cluster) === before && !wasAlone)) throw error;
    }
    // Long enough for the next try to ask Redis again.
    await pause(3_500);
  }
}
