import { request } from "node:http";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../support/chromium";
import { send } from "../support/fixtures";
import { startPostgres } from "../support/postgres";
import { type Running, startServer } from "../support/server";
import { unlimited } from "../support/unlimited";
import { type Desk, newDesks } from "./desk";
import { type Quantiles, quantiles } from "./latency";
import { round, rounds, say } from "./print";

const workspaces = 25;
const streamsEach = 20;
const perSecond = 100;
const seconds = Number(process.env["SECONDS"] ?? 20);

/** A stream that only listens, as the tabs of the other agents do. */
export function openStream(url: string, { workspace, cookie }: Desk, onData: (chunk: Buffer) => void = () => {}): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/w/${workspace}/stream`, { headers: { cookie } }, (response) => {
      response.on("data", onData);
      resolve(() => sent.destroy());
    });
    sent.once("error", reject);
    sent.end();
  });
}

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
    const headers = { authorization: `Bearer ${desk.key}` };
    await send(`${server.url}/api/v1/contacts/user_1`, { method: "PUT", headers, body: { phone: "447911000001" } });
    const from = { channel: "whatsapp", phone: "447911000001" };
    const { newId } = await import("@/lib/kernel/ids");
    const begun = await send(`${server.url}/api/simulator/${desk.workspace}/messages`, {
      method: "POST",
      body: { id: newId(), from, text: "Hello" },
    });
    pages.push(await watch(browser, server.url, desk, String(begun.body["chatId"])));
  }
  // Workspace `at` gets every 25th event, so the wait ends with its last one.
  const lastNameFor = (at: number) => `Failed: event no ${perSecond * seconds - workspaces + at};`;
  const answeredAt = new Map<string, number>();
  const sent: Promise<void>[] = [];
  const begun = Date.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = begun + (n * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())));
    const desk = desks[n % desks.length];
    if (!desk) continue;
    // Problems: the cards of others fold.
    const name = `Failed: event no ${n};`;
    const headers = { authorization: `Bearer ${desk.key}` };
    sent.push(
      send(`${server.url}/api/v1/events`, { method: "POST", headers, body: { event: name, userId: "user_1" } }).then(({ status }) => {
        if (status === 201 && n % desks.length < pages.length) answeredAt.set(name, Date.now());
      }),
    );
  }
  await Promise.all(sent);
  for (const [at, page] of pages.entries()) await page.getByText(lastNameFor(at)).first().waitFor();
  const times: number[] = [];
  for (const page of pages) {
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Record<string, number> }).seen);
    for (const [name, at] of Object.entries(seen)) {
      const from = answeredAt.get(name);
      if (from !== undefined) times.push(Math.max(0, at - from));
    }
  }
  await browser.close();
  for (const close of closers) close();
  if (times.length < answeredAt.size) throw new Error(`${answeredAt.size} events were answered, but ${times.length} cards were seen.`);
  return { ...quantiles(times), cards: times.length };
}

/** Measures the time from the reply to an event to its card in an open browser. */
export async function streams(): Promise<void> {
  const cluster = await startPostgres();
  const env = { DATABASE_URL: cluster.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64) };
  const server = await startServer({ env: { ...env, DEMO: "1", TRUSTED_PROXIES: "1" }, nodeArgs: unlimited });
  try {
    say("\n### Event answered → card in an open browser, 500 open streams, 100 events a second\n");
    say("| round | cards | p50 ms | p99 ms |");
    say("|---|---|---|---|");
    for (let at = 1; at <= rounds; at += 1) {
      const names = Array.from({ length: workspaces }, (_, n) => `streams-${at}-${n}`);
      const { cards, p50Ms, p99Ms } = await visible(server, await newDesks(server, env, names));
      say(`| ${at} | ${cards} | ${round(p50Ms, 0)} | **${round(p99Ms, 0)}** |`);
    }
  } finally {
    await server.kill();
    await cluster.stop();
  }
}
