import { mkdtempSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { recordStatement } from "@/lib/context/events/sql";
import { launchOptions } from "../support/chromium";
import { startPostgres } from "../support/postgres";
import { type Running, startServer } from "../support/server";
import { unlimited } from "../support/unlimited";
import { arrivals, chatOf, nameOf, perSecond, sendEvents, streamsEach } from "./arrivals";
import { type Desk, newDesks } from "./desk";
import { type Quantiles, quantiles } from "./latency";
import { round, rounds, say } from "./print";

const workspaces = 25;
const seconds = Number(process.env["SECONDS"] ?? 20);

function streamAt(url: string, headers: Record<string, string>, onData: (chunk: Buffer) => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      response.on("data", onData);
      resolve(() => sent.destroy());
    });
    sent.once("error", reject);
    sent.end();
  });
}

/** A stream that only listens, as the tabs of the other agents do. */
export const openStream = (url: string, { workspace, cookie }: Desk, onData: (chunk: Buffer) => void = () => {}): Promise<() => void> =>
  streamAt(`${url}/api/w/${workspace}/stream`, { cookie }, onData);

/** Records in the page itself when the card of each event appeared. */
async function watch(browser: Browser, url: string, { workspace, owner }: Desk, chatId: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/chats/);
  await page.goto(`/${workspace}/chats/${chatId}`);
  await page.getByRole("log", { name: "Conversation" }).waitFor();
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(globalThis, { seen });
    // No named function: tsx adds a helper to those, which does not exist in the page.
    new MutationObserver(() => {
      for (const [name] of (document.querySelector("[role=log]")?.textContent ?? "").matchAll(/Failed: event no \d+;/g))
        seen[name] ??= Date.now();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return page;
}

/**
 * 500 open streams and 100 events a second over 25 workspaces; in two of them a real browser has the chat open. Measures the
 * time from the reply to an event to its card in the page.
 */
async function visible(server: Running, desks: Desk[]): Promise<Quantiles & { cards: number }> {
  const closers = await Promise.all(desks.flatMap((desk) => Array.from({ length: streamsEach }, () => openStream(server.url, desk))));
  const browser = await chromium.launch(launchOptions);
  const pages: Page[] = [];
  for (const desk of desks.slice(0, 2)) {
    pages.push(await watch(browser, server.url, desk, await chatOf(server.url, desk)));
  }
  // Workspace `at` gets every 25th event, so the wait ends with its last one.
  const lastNameFor = (at: number) => `Failed: event no ${perSecond * seconds - workspaces + at};`;
  // The pages' clock is Date.now().
  const clock = Date.now() - performance.now();
  const accepted = await sendEvents(server.url, desks, seconds);
  const acceptedAt = new Map(
    [...accepted].filter(([nth]) => nth % desks.length < pages.length).map(([nth, at]) => [nameOf(nth), at + clock]),
  );
  // The list of chats has the name, too, where it may be hidden.
  for (const [at, page] of pages.entries()) await page.getByRole("log").getByText(lastNameFor(at)).first().waitFor();
  const times: number[] = [];
  for (const page of pages) {
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Record<string, number> }).seen);
    for (const [name, at] of Object.entries(seen)) {
      const from = acceptedAt.get(name);
      if (from !== undefined) times.push(Math.max(0, at - from));
    }
  }
  await browser.close();
  for (const close of closers) close();
  if (times.length < acceptedAt.size) throw new Error(`${acceptedAt.size} events were accepted, but ${times.length} cards were seen.`);
  return { ...quantiles(times), cards: times.length };
}

type Env = Record<string, string>;
/** A server by hand that records with the same statement, reads the event's cards and writes them to the streams of the workspace. */
async function byHand(env: Env): Promise<Running> {
  const statements = join(mkdtempSync(join(tmpdir(), "beside-bench-")), "statements.json");
  writeFileSync(statements, JSON.stringify({ record: recordStatement.text }));
  return startServer({ env: { ...env, STATEMENTS: statements }, script: "tests/bench/baseline.mjs" });
}

/** A stream of the server by hand. */
const openByHand = (url: string) => (desk: Desk, onData: (chunk: Buffer) => void) =>
  streamAt(`${url}/stream`, { authorization: `Bearer ${desk.key}` }, onData);

/** Measures the time from the reply to an event to its card on every open stream, beside a server by hand, and in an open browser. */
export async function streams(): Promise<void> {
  const cluster = await startPostgres();
  const env = { DATABASE_URL: cluster.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64) };
  const server = await startServer({ env: { ...env, DEMO: "1", TRUSTED_PROXIES: "1" }, nodeArgs: unlimited });
  const hand = await byHand(env);
  try {
    say(`\n### Event accepted → card on each of ${workspaces * streamsEach} open streams, ${perSecond} events a second\n`);
    say("| round | by hand p50 ms | p99 ms | Beside p50 ms | p99 ms | ratio of p99 | in a browser p50 ms | p99 ms |");
    say("|---|---|---|---|---|---|---|---|");
    for (let at = 1; at <= rounds; at += 1) {
      const names = Array.from({ length: workspaces }, (_, n) => `streams-${at}-${n}`);
      const desks = await newDesks(server, env, names);
      for (const desk of desks) await chatOf(server.url, desk);
      const own = await arrivals({ url: hand.url, open: openByHand(hand.url) }, desks, seconds);
      const ours = await arrivals({ url: server.url, open: (desk, onData) => openStream(server.url, desk, onData) }, desks, seconds);
      const shown = await visible(server, desks);
      const times = [own.p50Ms, own.p99Ms, ours.p50Ms, ours.p99Ms].map((ms) => round(ms, 1)).join(" | ");
      say(`| ${at} | ${times} | **${round(ours.p99Ms / own.p99Ms)}** | ${round(shown.p50Ms, 0)} | **${round(shown.p99Ms, 0)}** |`);
    }
  } finally {
    await hand.kill();
    await server.kill();
    await cluster.stop();
  }
}
