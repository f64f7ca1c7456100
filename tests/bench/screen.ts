import { type CDPSession, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../support/chromium";
import { type Session, type SignedIn, signedInBy, type Team, teamAt } from "../support/fixtures";
import { calmSince, fillFirst, flood, openChats, shownEvents, timeOf, watchPage } from "../support/flood";
import { startPostgres } from "../support/postgres";
import { type Running, startServer } from "../support/server";
import { unlimited } from "../support/unlimited";
import { openHydrated } from "../ui/browser";
import { newDesks } from "./desk";
import { median } from "./latency";
import { round, say } from "./print";
import { addChats, addItems, chatCount, itemCount } from "./screen-world";
import { connected } from "./world";

const perSecond = Number(process.env["PER_SECOND"] ?? 500);
const seconds = Number(process.env["SECONDS"] ?? 30);
const parts = 3;
const floodedChats = 100;
const reads = 11;
const scrollForMs = 18_000;

type Line = [name: string, value: string, worst: string];

const row = (name: string, values: number[], digits = 0): Line => [name, round(median(values), digits), round(Math.max(...values), digits)];

async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}

/** How many of the events that were sent are missing on the screen, and how many are there more than once. */
function mistakes(sent: readonly string[], shown: readonly string[]): { lost: number; doubled: number } {
  const unique = new Set(shown);
  return { lost: sent.filter((name) => !unique.has(name)).length, doubled: shown.length - unique.size };
}

/** An open chat while events arrive over all chats, in parts of the same length that follow each other. */
async function flooded(signedIn: SignedIn, team: Team): Promise<Line[]> {
  const [chatId] = await openChats(team, floodedChats);
  const sent = await fillFirst(team);
  const page = await signedIn(team, "", { viewport: { width: 1440, height: 900 } });
  await watchPage(page);
  await openHydrated(page, `/${team.workspace}/chats/${chatId}`);
  await page.locator("[data-row][style]").first().waitFor();
  const cdp = await page.context().newCDPSession(page);
  const firstPaint = (await calmSince(page, 0)).shift;
  const heaps = [await heapMb(cdp)];
  const calms: Awaited<ReturnType<typeof calmSince>>[] = [];
  for (let part = 1; part <= parts; part += 1) {
    const since = await timeOf(page);
    sent.push(...(await flood(team, { chats: floodedChats, perSecond, seconds: seconds / parts, round: part })));
    await page
      .getByRole("log", { name: "Conversation" })
      .getByText(sent.at(-1) ?? "")
      .last()
      .waitFor();
    calms.push(await calmSince(page, since));
    heaps.push(await heapMb(cdp));
  }
  let { lost, doubled } = mistakes(sent, await shownEvents(page));
  // Rows that are measured while the screen is read may move out of its way: only what stays is a mistake.
  for (let again = 0; again < 3 && lost + doubled > 0; again += 1) ({ lost, doubled } = mistakes(sent, await shownEvents(page)));
  await page.context().close();
  const shiftOf = (part: "timeline" | "list" | "panel") =>
    row(
      `layout shift in the ${part}`,
      calms.map(({ shift }) => shift[part]),
      4,
    );
  return [
    row("layout shift until the rows are measured", [firstPaint.timeline + firstPaint.list + firstPaint.panel], 4),
    row(
      "longest task, ms",
      calms.map(({ maxTaskMs }) => maxTaskMs),
    ),
    row(
      `blocking in ${seconds / parts} s, ms`,
      calms.map(({ blockingMs }) => blockingMs),
    ),
    ...(["timeline", "list", "panel"] as const).map(shiftOf),
    ["heap after GC, MB, from the start on", heaps.map((mb) => round(mb, 1)).join(" → "), round(Math.max(...heaps), 1)],
    [`lost and doubled of ${sent.length} cards`, `${lost} and ${doubled}`, ""],
  ];
}

/** The server's time for a whole response. */
async function responseMs(url: string, cookie: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url, { headers: { cookie } });
  await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return performance.now() - begun;
}

async function onServer({ url }: Running, { workspace }: Team, { cookie }: Session, chatId: string): Promise<Line[]> {
  const addresses = {
    [`the page of a chat of ${itemCount} items`]: `/${workspace}/chats/${chatId}`,
    [`the page of a list of ${chatCount} chats`]: `/${workspace}/chats`,
    "the list's first page": `/api/w/${workspace}/chats`,
    "the list of chats with problems": `/api/w/${workspace}/chats?view=problems`,
    "the newest items of the chat": `/api/w/${workspace}/chats/${chatId}/items`,
    "its panel": `/api/w/${workspace}/chats/${chatId}/panel`,
  };
  const lines: Line[] = [];
  for (const [name, path] of Object.entries(addresses)) {
    const times: number[] = [];
    for (let at = 0; at < reads; at += 1) times.push(await responseMs(url + path, cookie));
    lines.push(row(`${name}, ms`, times, 1));
  }
  return lines;
}

/** Scrolls an element to one of its ends frame by frame until the end is reached or the time is over. Returns the frames' lengths. */
const scrollThrough = (page: Page, selector: string, step: number): Promise<number[]> =>
  page.evaluate(
    async ([where, by, forMs]) => {
      const element = document.querySelector(where);
      if (!element) throw new Error(`Nothing is ${where}.`);
      const frames: number[] = [];
      const until = performance.now() + forMs;
      let [last, unmoved] = [performance.now(), 0];
      // Two seconds at the end without anything new.
      while (performance.now() < until && unmoved < 120) {
        const before = element.scrollTop;
        element.scrollTop += by;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - last);
        last = now;
        unmoved = element.scrollTop === before ? unmoved + 1 : 0;
      }
      return frames;
    },
    [selector, step, scrollForMs] as const,
  );

const loadedOf = async (page: Page, selector: string, attribute: string): Promise<number> => {
  const values = await page.locator(selector).evaluateAll((all, name) => all.map((one) => Number(one.getAttribute(name))), attribute);
  return Math.max(0, ...values) + 1;
};

async function scrolled(signedIn: SignedIn, team: Team, chatId: string): Promise<Line[]> {
  const page = await signedIn(team, `/chats/${chatId}`, { viewport: { width: 1440, height: 900 } });
  await page.locator("[data-row][style]").first().waitFor();
  const up = await scrollThrough(page, "[role=log]", -1_500);
  await page.getByRole("log").evaluate((log) => log.scrollTo(0, log.scrollHeight));
  const items = await loadedOf(page, "[role=log] [data-row]", "data-index");
  const again = await scrollThrough(page, "[role=log]", -1_500);
  const list = await scrollThrough(page, "nav div:has(> ul[role=list])", 1_500);
  const chats = await loadedOf(page, "nav li[aria-posinset]", "aria-posinset");
  await page.context().close();
  return [
    row(`frame while ${items} rows of a chat load, ms`, up),
    row("frame while scrolling through them, ms", again),
    row(`frame while ${chats - 1} chats of the list load, ms`, list),
  ];
}

/** A workspace with many chats, one of them with many items. */
async function large(signedIn: SignedIn, server: Running, team: Team, database: string): Promise<Line[]> {
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone: "447911000001", name: "Ada" });
  await connected(database, async (query) => {
    const { rows } = await query("select workspace_id as id from chat where id = $1::uuid", [chatId]);
    await addChats(query, String(rows[0]?.["id"]));
    await addItems(query, chatId);
    await query("vacuum analyze");
  });
  return [...(await onServer(server, team, await team.signIn(), chatId)), ...(await scrolled(signedIn, team, chatId))];
}

/** The open screen under load, and with very much in it. */
export async function screen(): Promise<void> {
  const cluster = await startPostgres();
  const env = { DATABASE_URL: cluster.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64), DEMO: "1", TRUSTED_PROXIES: "1" };
  const server = await startServer({ env, nodeArgs: unlimited });
  const browser = await chromium.launch(launchOptions);
  const signedIn = signedInBy(browser);
  try {
    const [first, second] = (await newDesks(server, env, ["flood", "large"])).map((desk) => teamAt(server, desk));
    if (!first || !second) throw new Error("There is no workspace to measure.");
    const lines = [...(await flooded(signedIn, first)), ...(await large(signedIn, server, second, cluster.url))];
    say(`\n### The agent's screen: ${perSecond} events a second for ${seconds} s over ${floodedChats} chats, and much to show\n`);
    say("| | median | worst |");
    say("|---|---|---|");
    for (const line of lines) say(`| ${line.join(" | ")} |`);
  } finally {
    await browser.close();
    await server.kill();
    await cluster.stop();
  }
}
