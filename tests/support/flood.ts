import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Team } from "./fixtures";

const phoneOf = (user: number) => `4479110${String(user).padStart(5, "0")}`;
const from = (user: number) => ({ channel: "whatsapp", phone: phoneOf(user), name: `Customer ${String(user).padStart(3, "0")}` });

/** Chats of as many contacts. Returns their ids, that of the first one first. */
export async function openChats(team: Team, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let user = 1; user <= count; user += 1) {
    await team.api("PUT", `/contacts/user_${user}`, { body: { name: from(user).name, phone: phoneOf(user) } });
    ids.push((await team.sendMessage(from(user), "Hello")).chatId);
  }
  return ids;
}

/** More connections at once would be reset. A server that is slower than the rate gets fewer a second. */
const maxUnderWay = 100;

type Flood = { chats: number; perSecond: number; seconds: number; round: number };

const nameOf = (what: "Failed" | "Settled", key: string) => `${what}: flood ${key};`;
const failure = (key: string) => ({ event: nameOf("Failed", key), properties: { reference: `R-${key}`, amount: "59.90 EUR" } });

/** Two problems and then the end of an earlier one, which is above the view by then. Every name is unique. */
function eventOf(number: number, round: number) {
  const key = `${round}-${number}`;
  if (number % 3 < 2) return failure(key);
  return { event: nameOf("Settled", key), level: "info", properties: { reference: `R-0-${(round * 10 + number) % problemsBefore}` } };
}

/** Problems of the first chat before the flood, with enough below them to fill the view. Returns their names. */
const problemsBefore = 20;
export async function fillFirst(team: Team): Promise<string[]> {
  const names: string[] = [];
  for (let number = 0; number < problemsBefore; number += 1) {
    const body = { userId: "user_1", ...failure(`0-${number}`) };
    await record(team, body);
    names.push(body.event);
  }
  for (let line = 1; line <= 24; line += 1) await team.sendMessage(from(1), `Line ${line} of a chat that fills the view.`);
  return names;
}

/** Once, also when the server is too busy at first. */
async function record(team: Team, body: { userId: string; event: string }): Promise<void> {
  const headers = { "idempotency-key": encodeURIComponent(`${body.userId} ${body.event}`) };
  for (;;) {
    const reply = await team.api("POST", "/events", { body, headers }).catch(() => undefined);
    if (reply && reply.status < 300) return;
    if (reply && reply.status !== 503) throw new Error(`An event was refused: ${reply.text}`);
    await pause(250);
  }
}

/**
 * Events at a steady rate over all chats, in turn, and a message of a customer for every tenth, but none in the first chat. Returns the
 * names of the events of the first chat, when all are recorded.
 */
export async function flood(team: Team, { chats, perSecond, seconds, round }: Flood): Promise<string[]> {
  const names: string[] = [];
  const underWay = new Set<Promise<unknown>>();
  let failure: unknown;
  function begin(work: Promise<unknown>): void {
    const done = work
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }
  const begun = Date.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const wait = begun + (n * 1000) / perSecond - Date.now();
    if (wait > 0) await pause(wait);
    if (underWay.size >= maxUnderWay) await Promise.race(underWay);
    const user = (n % chats) + 1;
    const body = { userId: `user_${user}`, ...eventOf(Math.floor(n / chats), round) };
    if (user === 1) names.push(body.event);
    begin(record(team, body));
    if (n % 10 === 9 && user > 1) begin(team.sendMessage(from(user), `Message ${n}`).catch(() => undefined));
  }
  await Promise.all(underWay);
  if (failure) throw failure;
  return names;
}

/** The parts of the screen in which something moved; the rest is the panel. */
type Part = "timeline" | "list" | "panel";
type Calm = { maxTaskMs: number; blockingMs: number; shift: Record<Part, number>; moved: string[] };
type Watched = { tasks: { at: number; ms: number }[]; shifts: { at: number; value: number; part: Part; of: string }[] };

/** Before the page loads: records its long tasks and layout shifts. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { tasks: [], shifts: [] };
    Object.assign(globalThis, { watched });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) watched.tasks.push({ at: startTime, ms: duration });
    }).observe({ type: "longtask", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources?: { node: Node | null }[] })[]) {
        const nodes = (entry.sources ?? []).map(({ node }) => (node instanceof Element ? node : node?.parentElement));
        // No named function: tsx adds a helper to those, which does not exist in the page.
        const [inLog, inList] = ["[role=log]", "nav"].map((selector) => nodes.some((node) => node?.closest(selector)));
        const part = inLog ? "timeline" : inList ? "list" : "panel";
        const of = nodes.map((node) => node?.textContent?.slice(0, 40) ?? "").join(" | ");
        watched.shifts.push({ at: entry.startTime, value: entry.value, part, of });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

export const timeOf = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/** What was recorded since a time of the page. */
export function calmSince(page: Page, since: number): Promise<Calm> {
  return page.evaluate((from) => {
    const { tasks, shifts } = (globalThis as unknown as { watched: Watched }).watched;
    const times = tasks.filter(({ at }) => at >= from).map(({ ms }) => ms);
    const shift: Record<Part, number> = { timeline: 0, list: 0, panel: 0 };
    const moved = shifts.filter(({ at }) => at >= from);
    for (const { part, value } of moved) shift[part] += value;
    return {
      maxTaskMs: Math.max(0, ...times),
      blockingMs: times.reduce((sum, ms) => sum + ms - 50, 0),
      shift,
      moved: moved.map(({ part, value, of }) => `${part} ${value}: ${of}`),
    };
  }, since);
}

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

/** The names of the events on the rows of the open chat, from the first to the last, read by scrolling through all of them. */
export async function shownEvents(page: Page): Promise<string[]> {
  const byPlace = new Map<number, string[]>();
  const runs = log(page).getByRole("button", { name: /^\d+ events, /, expanded: false });
  const read = () =>
    log(page).evaluate((element) =>
      [...element.querySelectorAll<HTMLElement>("[data-row]")].map((row) => ({
        position: Number(row.getAttribute("aria-posinset")),
        names: [...(row.textContent ?? "").matchAll(/(?:Failed|Settled): flood [\d-]+;/g)].map(([name]) => name),
        isRun: /^\d+ events, /.test(row.textContent ?? ""),
      })),
    );
  let top = Number.POSITIVE_INFINITY;
  for (;;) {
    const before = await log(page).evaluate(
      async (element, to) => {
        element.scrollTo(0, Math.min(to, element.scrollHeight));
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        return { top: element.scrollTop, height: element.clientHeight };
      },
      Math.min(top, 1e9),
    );
    while ((await runs.count()) > 0) await runs.first().click();
    // A problem that has ended also names what ended it.
    for (const { position, names, isRun } of await read()) byPlace.set(position, isRun ? names : names.slice(0, 1));
    if (before.top <= 0) break;
    top = before.top - before.height / 2;
  }
  return [...byPlace].sort(([a], [b]) => a - b).flatMap(([, names]) => names);
}
