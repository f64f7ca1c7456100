import { setMaxListeners } from "node:events";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Attack, type AttackResult, headersAt, type Pattern, type Shot, sumOf } from "./attack";
import { timedCall } from "./call";
import { sendAtRate } from "./schedule";

type Of<Kind extends Pattern["kind"]> = Extract<Pattern, { kind: Kind }>;
type Count = { done: number; others: Record<string, number>; lastAt: number };

/** After a call that failed, so that a refused lane does not spin. */
const minPauseMs = 50;
const byteEveryMs = 5_000;
/** A body that the server refused is sent again after a while. */
const reopenAfterMs = 1_000;
const maxReopened = 20;

/** A running attack: `follow` resolves with what was done until it ended. */
export class RunningAttack {
  private next = 0;
  private readonly ending = new AbortController();
  private until = Number.POSITIVE_INFINITY;

  constructor(private readonly attack: Attack) {
    // Each stream and each slow body listens to it.
    setMaxListeners(0, this.ending.signal);
  }

  /** Opens what stays open, before anything is measured. */
  async open(): Promise<Map<Pattern, Count>> {
    const counts = new Map<Pattern, Count>(this.attack.patterns.map((pattern) => [pattern, { done: 0, others: {}, lastAt: 0 }]));
    for (const [pattern, count] of counts) {
      if (pattern.kind === "streams") await this.listen(pattern, count);
      if (pattern.kind === "slow bodies") this.trickle(pattern);
    }
    return counts;
  }

  async follow(counts: Map<Pattern, Count>): Promise<AttackResult> {
    const begun = performance.now();
    const before = new Map([...counts].map(([pattern, { done }]) => [pattern, done]));
    this.until = begun + this.attack.seconds * 1_000;
    await Promise.all(
      [...counts].map(([pattern, count]) => {
        if (pattern.kind === "steady") return this.keepSending(pattern, count);
        if (pattern.kind === "lanes") return this.fillLanes(pattern, count);
        return pause(this.attack.seconds * 1_000);
      }),
    );
    this.ending.abort();
    const work = [...counts].filter(([{ isWork }]) => isWork);
    const done = work.reduce((sum, [pattern, count]) => sum + count.done - (before.get(pattern) ?? 0), 0);
    const isComplete = work.every(
      ([pattern]) => pattern.kind === "lanes" && pattern.max !== undefined && counts.get(pattern)?.done === pattern.max,
    );
    const lastAt = Math.max(...work.map(([, count]) => count.lastAt));
    const seconds = work.length > 0 && isComplete ? (lastAt - begun) / 1_000 : this.attack.seconds;
    return { done, seconds, others: sumOf([...counts.values()].map(({ others }) => others)) };
  }

  private readonly urlOf = (nth: number) => this.attack.urls[nth % this.attack.urls.length] ?? "";

  /** Returns whether it was answered as expected, and otherwise how long the server wants the caller to wait. */
  private async shoot(shots: readonly Shot[], count: Count): Promise<{ isDone: boolean; waitMs: number }> {
    const nth = this.next++;
    const shot = shots[nth % shots.length];
    if (!shot) throw new Error("A pattern has no calls.");
    const filled = (text: string) => text.replaceAll("{n}", String(nth));
    const url = this.urlOf(nth);
    const body = shot.body === undefined ? {} : { body: filled(shot.body) };
    const call = { ...shot, ...body, path: filled(shot.path), headers: headersAt(url, shot.headers) };
    const { status, retryAfterSeconds } = await timedCall(url, call);
    const now = performance.now();
    const isDone = status === shot.expects;
    if (isDone && now <= this.until) Object.assign(count, { done: count.done + 1, lastAt: now });
    if (!isDone) count.others[status] = (count.others[status] ?? 0) + 1;
    return { isDone, waitMs: status === 429 || status === 503 ? retryAfterSeconds * 1_000 : 0 };
  }

  private async keepSending({ perSecond, shots }: Of<"steady">, count: Count): Promise<void> {
    await sendAtRate({ perSecond, seconds: this.attack.seconds }, () => this.shoot(shots, count));
  }

  private async fillLanes({ lanes, shots, max = Number.POSITIVE_INFINITY }: Of<"lanes">, count: Count): Promise<void> {
    let sent = 0;
    const lane = async () => {
      while (sent < max && performance.now() < this.until) {
        sent += 1;
        const { isDone, waitMs } = await this.shoot(shots, count);
        if (isDone) continue;
        sent -= 1;
        await pause(Math.max(minPauseMs, Math.min(waitMs, this.until - performance.now())));
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  /** Resolves when every stream has said something. A frame is counted by the empty line at its end. */
  private async listen({ count: streams, shots }: Of<"streams">, count: Count): Promise<void> {
    const begun = Array.from({ length: streams }, (_, nth) => {
      const shot = shots[nth % shots.length];
      if (!shot) throw new Error("A pattern has no calls.");
      return new Promise<void>((resolve) => {
        const onData = (chunk: Buffer) => {
          count.done += chunk.toString("latin1").split("\n\n").length - 1;
          resolve();
        };
        void timedCall(this.urlOf(nth), shot, { onData, signal: this.ending.signal }).then(({ status }) => {
          if (!this.ending.signal.aborted) count.others[status] = (count.others[status] ?? 0) + 1;
          resolve();
        });
      });
    });
    await Promise.all(begun);
  }

  private trickle({ addresses, countEach, ...body }: Of<"slow bodies">): void {
    for (const url of this.attack.urls)
      for (const address of addresses) for (let at = 0; at < countEach; at += 1) this.trickleOne(url, address, body, maxReopened);
  }

  private trickleOne(url: string, address: string, body: Omit<Of<"slow bodies">, "addresses" | "countEach">, left: number): void {
    const { path, bytes } = body;
    const headers = { ...headersAt(url, body.headers), "content-length": bytes, "x-forwarded-for": address };
    const sent = request(url + path, { method: "POST", headers, agent: false, signal: this.ending.signal });
    sent.write("x");
    const writing = setInterval(() => sent.write("x"), byteEveryMs);
    let isOver = false;
    const again = () => {
      if (isOver) return;
      isOver = true;
      clearInterval(writing);
      if (!this.ending.signal.aborted && left > 0) setTimeout(() => this.trickleOne(url, address, body, left - 1), reopenAfterMs).unref();
    };
    sent.once("error", again).once("close", again);
    sent.once("response", (response) => {
      response.resume();
      sent.destroy();
    });
  }
}
