import { chromium } from "@playwright/test";
import { launchOptions } from "../support/chromium";
import { newTeam, type Team } from "../support/fixtures";
import { freePort, startServer } from "../support/server";
import { startShop } from "../support/shop";
import { openWebsite } from "../support/visitor";
import { median } from "./latency";
import { round, rounds, say } from "./print";

type Audit = { numericValue?: number; score: number | null };
type Report = { lhr: { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> } };
type Options = {
  port: number;
  logLevel: "error";
  onlyCategories: string[];
  extraHeaders: Record<string, string>;
};
type Lighthouse = { default: (url: string, options: Options, config?: object) => Promise<Report>; desktopConfig: object };

/** Not a dependency, because of its size; the name is a variable so that TypeScript does not look for it. */
const module = "lighthouse";

async function loadLighthouse(): Promise<Lighthouse> {
  try {
    return (await import(module)) as Lighthouse;
  } catch {
    throw new Error("Lighthouse is not installed: npm install --no-save lighthouse@12.8.2");
  }
}

const categories = ["performance", "accessibility", "best-practices", "seo"];
const figures = {
  "first contentful paint ms": "first-contentful-paint",
  "largest contentful paint ms": "largest-contentful-paint",
  "total blocking ms": "total-blocking-time",
  "layout shift": "cumulative-layout-shift",
  "transferred kB": "total-byte-weight",
};

type Page = { name: string; url: string; headers?: Record<string, string> };
type Profile = "phone" | "desktop";

async function audited(lighthouse: Lighthouse, port: number, { url, headers = {} }: Page, profile: Profile): Promise<number[]> {
  const options: Options = { port, logLevel: "error", onlyCategories: categories, extraHeaders: headers };
  const { lhr } = await lighthouse.default(url, options, profile === "desktop" ? lighthouse.desktopConfig : undefined);
  const scores = categories.map((name) => 100 * (lhr.categories[name]?.score ?? Number.NaN));
  const values = Object.values(figures).map((id) => lhr.audits[id]?.numericValue ?? Number.NaN);
  return [...scores, ...values.slice(0, -1), (values.at(-1) ?? Number.NaN) / 1000];
}

/** The pages take turns, so that other load on the machine affects all of them. */
async function compare(lighthouse: Lighthouse, pages: Page[]): Promise<void> {
  const port = await freePort();
  const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, `--remote-debugging-port=${port}`] });
  say(`\n| page | profile | ${[...categories, ...Object.keys(figures)].join(" | ")} |`);
  say(`|---|---|${"---|".repeat(categories.length + Object.keys(figures).length)}`);
  try {
    for (const profile of ["desktop", "phone"] as const) {
      const samples = new Map<string, number[][]>(pages.map(({ name }) => [name, []]));
      for (let turn = 0; turn < rounds; turn += 1)
        for (const page of pages) samples.get(page.name)?.push(await audited(lighthouse, port, page, profile));
      for (const [name, runs] of samples) {
        const middle = (runs[0] ?? []).map((_, index) => median(runs.map((run) => run[index] ?? Number.NaN)));
        say(`| ${name} | ${profile} | ${middle.map((value) => round(value, value < 1 ? 3 : 0)).join(" | ")} |`);
      }
    }
  } finally {
    await browser.close();
  }
}

/** A chat as agents meet it: some messages, a contact with attributes, problems and other events. Returns its id. */
async function fillChat(team: Team): Promise<string> {
  await openWebsite(team, { allowAnyOrigin: true });
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone: "+44 7911 123456", name: "Ada" });
  for (let n = 0; n < 12; n += 1)
    await team.sendMessage({ channel: "whatsapp", phone: "+44 7911 123456" }, `Message ${n} about an order that has not arrived yet.`);
  const attributes = { plan: "pro", revenue: 1204, renewal: "2026-12-09" };
  const contact = { name: "Ada Okafor", email: "ada@example.com", phone: "+44 7911 123456", attributes };
  await team.api("PUT", "/contacts/user_8841", { body: contact });
  for (const event of ["Order placed", "Payment failed", "Cart updated", "Signed in"]) {
    const properties = { amount: "59.90 EUR", reference: "INV-2041" };
    await team.api("POST", "/events", { body: { event, userId: "user_8841", properties } });
  }
  return chatId;
}

/** What Lighthouse says of a page with and without the chat of the website, of the agent's screen, and of the reference. */
export async function lighthouseFigures(): Promise<void> {
  const lighthouse = await loadLighthouse();
  const server = await startServer({ env: { DEMO: "1" }, isLasting: true });
  const shop = await startShop(server.url);
  try {
    const team = await newTeam(server);
    const chatId = await fillChat(team);
    const { cookie } = await team.signIn();
    await compare(lighthouse, [
      { name: "a page of a shop", url: shop.page("") },
      { name: "the same with the chat", url: shop.page(team.workspace) },
      { name: "the agent's screen", url: `${server.url}/${team.workspace}/chats/${chatId}`, headers: { cookie } },
      ...["/docs", "/docs/events"].map((path) => ({ name: path, url: `${server.url}${path}` })),
    ]);
  } finally {
    shop.close();
    await server.kill();
  }
}
