import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@/lib/kernel/ids";
import { send } from "../support/fixtures";
import type { Desk } from "./desk";
import { type Quantiles, quantiles } from "./latency";

export const streamsEach = 20;
export const perSecond = 100;

type OpenStream = (desk: Desk, onData: (chunk: Buffer) => void) => Promise<() => void>;
type Target = { url: string; open: OpenStream };

export const nameOf = (nth: number) => `Failed: event no ${nth};`;

/** A contact with an open chat, so that each of their events has a card. */
export async function chatOf(url: string, { workspace, key }: Pick<Desk, "workspace" | "key">): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  await send(`${url}/api/v1/contacts/user_1`, { method: "PUT", headers, body: { phone: "447911000001" } });
  const from = { channel: "whatsapp", phone: "447911000001" };
  const message = { method: "POST", body: { id: newId(), from, text: "Hello" } };
  return String((await send(`${url}/api/simulator/${workspace}/messages`, message)).body["chatId"]);
}

/** Sends problems at a steady rate to the workspaces in turn; resolves with the time at which each was accepted, by its number. */
export async function sendEvents(url: string, desks: readonly Desk[], seconds: number): Promise<Map<number, number>> {
  const acceptedAt = new Map<number, number>();
  const sent: Promise<void>[] = [];
  const begun = performance.now();
  for (let nth = 0; nth < perSecond * seconds; nth += 1) {
    await pause(Math.max(0, begun + (nth * 1000) / perSecond - performance.now()));
    const { key } = desks[nth % desks.length] ?? { key: "" };
    const call = { method: "POST", headers: { authorization: `Bearer ${key}` }, body: { event: nameOf(nth), userId: "user_1" } };
    sent.push(
      send(`${url}/api/v1/events`, call).then(({ status }) => {
        if (status !== 201) throw new Error(`Event no ${nth} got status ${status}.`);
        acceptedAt.set(nth, performance.now());
      }),
    );
  }
  await Promise.all(sent);
  return acceptedAt;
}

/**
 * How long after its answer an event is on the open streams of its workspace. A card that is there before the answer counts as 0 ms.
 * @throws when a card is missing
 */
export async function arrivals({ url, open }: Target, desks: readonly Desk[], seconds: number): Promise<Quantiles & { cards: number }> {
  const seen: { nth: number; at: number }[] = [];
  const listen = () => {
    const had = new Set<string>();
    let rest = "";
    return (chunk: Buffer) => {
      const at = performance.now();
      const text = rest + chunk.toString("utf8");
      for (const [, nth = ""] of text.matchAll(/Failed: event no (\d+);/g)) {
        if (!had.has(nth)) seen.push({ nth: Number(nth), at });
        had.add(nth);
      }
      // A name may be cut by the end of a chunk.
      rest = text.slice(-30);
    };
  };
  const closers = await Promise.all(desks.flatMap((desk) => Array.from({ length: streamsEach }, () => open(desk, listen()))));
  try {
    const acceptedAt = await sendEvents(url, desks, seconds);
    const expected = acceptedAt.size * streamsEach;
    for (let tries = 0; tries < 100 && seen.length < expected; tries += 1) await pause(100);
    if (seen.length !== expected) throw new Error(`${expected} cards were expected on the streams, and ${seen.length} came.`);
    const times = seen.map(({ nth, at }) => Math.max(0, at - (acceptedAt.get(nth) ?? at)));
    return { ...quantiles(times), cards: times.length };
  } finally {
    for (const close of closers) close();
  }
}
