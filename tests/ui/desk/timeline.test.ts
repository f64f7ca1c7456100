import type { Page } from "@playwright/test";
import { Embedded } from "@/lib/platform/db/embedded";
import { expect, newTeam, type SignedIn, type Team, test } from "../../support/fixtures";
import { freePort, type Running, startedFolder, startServer } from "../../support/server";
import { openHydrated } from "../browser";

// One server and one long chat for all tests of this file.
test.describe.configure({ mode: "default" });

const count = 3_000;
const phone = "447911123456";
const env = { DEMO: "1", TRUSTED_PROXIES: "1" };

type World = { server: Running; team: Team; chatId: string };

/** Adds messages to a chat as if they had been written, by customer and agent in turn. */
async function giveMessages(dataDir: string, chatId: string): Promise<void> {
  const embedded = await Embedded.open(dataDir);
  await embedded.query(
    `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, author_name, text, created_at)
    select c.workspace_id, c.id, c.last_seq + n, gen_random_uuid(), 'message', (case when n % 2 = 0 then 'agent' else 'customer' end)::author,
      case when n % 2 = 0 then 'Tom Ray' end, 'Message no ' || n || ';' || repeat(' and more words', n % 23), now()
    from chat c cross join generate_series(1, $2::int) n where c.id = $1::uuid`,
    [chatId, count],
  );
  await embedded.query("update chat set last_seq = last_seq + $2::int where id = $1::uuid", [chatId, count]);
  await embedded.close();
}

const world = test.extend<object, { long: World }>({
  long: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const [dataDir, port] = [startedFolder(), await freePort()];
      const first = await startServer({ dataDir, port, env });
      const team = await newTeam(first);
      const { chatId } = await team.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "Hello");
      await first.stop();
      await giveMessages(dataDir, chatId);
      const server = await startServer({ dataDir, port, env, isLasting: true });
      await use({ server, team, chatId });
      await server.stop();
    },
    { scope: "worker" },
  ],
});

const tag = "@embedded";
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const rows = (page: Page) => log(page).locator("[data-row]");
const text = (page: Page, number: number) => log(page).getByText(`Message no ${number};`);
const write = ({ team }: World, message: string) => team.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, message);
/** Resolves when the rows there are measured. */
const scrollTo = (page: Page, top: number) =>
  log(page).evaluate(async (element, to) => {
    element.scrollTo(0, to);
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }, top);
const below = (page: Page) => log(page).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);

async function open({ team, chatId }: World, signedIn: SignedIn): Promise<Page> {
  const page = await signedIn(team, `/chats/${chatId}`);
  await expect
    .poll(() =>
      rows(page)
        .first()
        .evaluate((row) => getComputedStyle(row).position),
    )
    .toBe("absolute");
  return page;
}

/** The first row in view: its name, where it is on the screen, and how many rows are before it. */
const firstRow = (page: Page) =>
  log(page).evaluate((element) => {
    const edge = element.getBoundingClientRect().top;
    const all = [...element.querySelectorAll<HTMLElement>("[data-row]")];
    const row = all.find((one) => one.getBoundingClientRect().bottom > edge + 1);
    return { name: row?.dataset["row"] ?? "", top: row?.getBoundingClientRect().top ?? 0, index: Number(row?.dataset["index"]) };
  });
const topOf = (page: Page, name: string) =>
  log(page).evaluate((element, row) => element.querySelector(`[data-row="${row}"]`)?.getBoundingClientRect().top, name);

world("a chat opens at its newest message, and nothing moves when its rows become a virtual list", { tag }, async ({ long, signedIn }) => {
  const page = await signedIn(long.team);
  await page.addInitScript(() => {
    const moved: { at: number; text: string }[] = [];
    let measuredAt = Number.POSITIVE_INFINITY;
    new MutationObserver((_, observer) => {
      if (!document.querySelector<HTMLElement>("[data-row]")?.style.top) return;
      measuredAt = performance.now();
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["style"] });
    Object.assign(globalThis, { movedSinceMeasured: () => moved.filter(({ at }) => at >= measuredAt) });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources = [], startTime: at } = entry as PerformanceEntry & { sources?: { node: Node | null }[] };
        for (const { node } of sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          // The list around the rows becomes longer at its upper end, outside of the view.
          if (element?.closest("[data-row]")) moved.push({ at, text: element.textContent ?? "" });
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await openHydrated(page, `/${long.team.workspace}/chats/${long.chatId}`);
  await expect(text(page, count)).toBeInViewport({ ratio: 1 });
  await expect
    .poll(() =>
      rows(page)
        .first()
        .evaluate((row) => getComputedStyle(row).position),
    )
    .toBe("absolute");
  await expect(text(page, count)).toBeInViewport({ ratio: 1 });
  expect(await below(page)).toBeLessThan(2);
  expect(await page.evaluate(() => (globalThis as unknown as { movedSinceMeasured: () => unknown[] }).movedSinceMeasured())).toEqual([]);
});

world("three thousand loaded messages are a few dozen rows in the page, down to the first", { tag }, async ({ long, signedIn }) => {
  const page = await open(long, signedIn);
  let maxRows = 0;
  await expect
    .poll(
      async () => {
        await scrollTo(page, 0);
        maxRows = Math.max(maxRows, await rows(page).count());
        return text(page, 1).count();
      },
      { timeout: 60_000, intervals: [20] },
    )
    .toBe(1);
  expect(maxRows).toBeLessThan(80);
  await expect(log(page).getByText("Hello", { exact: true })).toBeVisible();
  await expect(log(page).getByRole("button", { name: "Show earlier" })).toHaveCount(0);
  await expect(rows(page).first()).toHaveAttribute("aria-posinset", "1");
  // Rows that were never on the screen have a place, too, and the way back leads to the end.
  await page.getByRole("button", { name: "Newest message" }).click();
  await expect(text(page, count)).toBeInViewport({ ratio: 1 });
  expect(await rows(page).count()).toBeLessThan(80);
});

world(
  "whoever reads further up keeps the place when items arrive below and earlier ones load above",
  { tag },
  async ({ long, signedIn }) => {
    const page = await open(long, signedIn);
    await scrollTo(page, 1_500);
    await expect(page.getByRole("button", { name: "Newest message" })).toBeVisible();
    const seen = await firstRow(page);
    await write(long, "Are you there?");
    await expect(page.getByRole("button", { name: "1 new" })).toBeVisible();
    expect(Math.abs(((await topOf(page, seen.name)) ?? 0) - seen.top)).toBeLessThan(2);

    // Near the first loaded item, where the page before it is fetched.
    await scrollTo(page, 400);
    const reading = await firstRow(page);
    const indexOf = () => log(page).locator(`[data-row="${reading.name}"]`).getAttribute("data-index").then(Number);
    await expect.poll(indexOf).toBeGreaterThanOrEqual(50);
    await expect.poll(async () => Math.abs(((await topOf(page, reading.name)) ?? 0) - reading.top)).toBeLessThan(4);
  },
);

world(
  "the way back to the newest message counts what arrived, and leaves the focus in the conversation",
  { tag },
  async ({ long, signedIn }) => {
    const page = await open(long, signedIn);
    const [away, arrived] = [page.getByRole("button", { name: "Newest message" }), page.getByRole("button", { name: "2 new" })];
    await expect(away).toHaveCount(0);
    await log(page).focus();
    await page.keyboard.press("Home");
    await expect(away).toBeVisible();
    for (const line of ["One more thing", "And another"]) await write(long, line);
    await expect(arrived).toBeVisible();
    await expect(away).toHaveCount(0);
    await arrived.focus();
    await page.keyboard.press("Enter");
    await expect(log(page).getByText("And another").last()).toBeInViewport({ ratio: 1 });
    await expect(arrived).toHaveCount(0);
    await expect(log(page)).toBeFocused();
    // The keys scroll from there.
    const before = await below(page);
    await page.keyboard.press("PageUp");
    await expect.poll(() => below(page)).toBeGreaterThan(before + 100);
  },
);

world(
  "whoever is at the end stays there: for new messages, for their own, and while the composer grows",
  { tag },
  async ({ long, signedIn }) => {
    const page = await open(long, signedIn);
    for (const line of ["First of three", "Second of three", "Third of three"]) {
      await write(long, line);
      await expect(log(page).getByText(line).last()).toBeInViewport({ ratio: 1 });
    }
    const box = page.getByRole("textbox", { name: "Message" });
    await box.fill("One\nTwo\nThree\nFour\nFive\nSix");
    await expect.poll(() => below(page)).toBeLessThan(2);
    await expect(log(page).getByText("Third of three").last()).toBeInViewport({ ratio: 1 });
    await scrollTo(page, 1_000);
    await expect(page.getByRole("button", { name: "Newest message" })).toBeVisible();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(log(page).getByText("One Two Three").last()).toBeInViewport();
  },
);

world(
  "an address leads to an item thousands above, which has the focus, and the newest one is a press away",
  { tag },
  async ({ long, signedIn }) => {
    const { team, chatId } = long;
    const page = await signedIn(team);
    let pages = 0;
    page.on("request", (request) => {
      if (request.url().includes("/items?cursor=")) pages += 1;
    });
    // Its first item is "Hello".
    await openHydrated(page, `/${team.workspace}/chats/${chatId}?item=701`);
    await expect(log(page).locator("[data-row]:focus")).toContainText("Message no 700;");
    await expect(text(page, 700)).toBeInViewport();
    await expect(text(page, 699)).toBeInViewport();
    await expect(text(page, 701)).toBeInViewport();
    await expect(page.getByRole("status").filter({ hasText: "This is what was found." })).toHaveCount(1);
    await expect(page).toHaveURL(new RegExp(`/chats/${chatId}$`));
    // 500 items a page, and what the view needs above.
    expect(pages).toBeLessThan(12);
    await page.getByRole("button", { name: "Newest message" }).click();
    await expect.poll(() => below(page)).toBeLessThan(2);
    await expect(text(page, count)).toBeVisible();
    await expect(log(page)).toBeFocused();
  },
);

world("says when what an address asks for is not there, and when the way to it failed", { tag }, async ({ long, signedIn }) => {
  const { team, chatId } = long;
  const page = await signedIn(team, `/chats/${chatId}?item=999999`);
  await expect(page.getByText("What was found is no longer in this chat.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/chats/${chatId}$`));
  await page.route(/items\?cursor=.*from=/, (route) => route.abort());
  await openHydrated(page, `/${team.workspace}/chats/${chatId}?item=201`);
  await expect(page.getByRole("alert").filter({ hasText: "Couldn’t load earlier messages." })).toBeVisible();
  await page.unroute(/items\?cursor=.*from=/);
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(log(page).locator("[data-row]:focus")).toContainText("Message no 200;");
});
