import { brotliCompressSync } from "node:zlib";
import { expect, test } from "../../support/fixtures";
import { expectAccessible, looks, show } from "../accessible";

test("the reference has no finding of axe and does not scroll sideways, in every look", async ({ ada, page }) => {
  for (const path of ["/docs", "/docs/contacts", "/docs/receivers", "/docs/search?q=userId"]) {
    await page.goto(`${ada.url}${path}`);
    for (const look of looks) {
      await show(page, look);
      await expectAccessible(page, `${path} ${look.name}`);
    }
  }
});

test("a page of the reference loads 30 kB of scripts at most, and they are all of its own", async ({ ada, page }) => {
  const scripts: { url: string; bytes: number }[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script")
      scripts.push({ url: response.url(), bytes: brotliCompressSync(await response.body()).length });
  });
  await page.goto(`${ada.url}/docs/contacts`, { waitUntil: "networkidle" });
  expect(scripts.map(({ url }) => new URL(url).pathname)).toEqual([expect.stringMatching(/^\/docs\/assets\/reference-[\w-]+\.js$/)]);
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(30_000);

  // Limits that begin a line begin with their text, and not with the dot that stands behind a type.
  const starts = await page.locator(".limits").evaluateAll((all) =>
    all.flatMap((limits) => {
      const [name, text] = [limits.parentElement?.firstElementChild, document.createRange()];
      text.selectNodeContents(limits);
      const [first] = text.getClientRects();
      const line = name?.getBoundingClientRect();
      return first && line && first.top > line.bottom ? [first.left - line.left] : [];
    }),
  );
  expect(starts.length).toBeGreaterThan(0);
  for (const start of starts) expect(Math.abs(start)).toBeLessThanOrEqual(1);
  // No letter of a second line is cut off.
  const outside = await page.locator(".limits").evaluateAll((all) =>
    all
      .filter((limits) => {
        const text = document.createRange();
        text.selectNodeContents(limits);
        const left = limits.parentElement?.getBoundingClientRect().left ?? 0;
        return [...text.getClientRects()].some((line) => line.left < left - 1);
      })
      .map(({ textContent }) => textContent),
  );
  expect(outside).toEqual([]);
});

test("without scripts a reader opens samples, goes to a page on a phone, and searches", async ({ ada, browser }) => {
  const context = await browser.newContext({ baseURL: ada.url, javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto("/docs");
  await page.getByRole("button", { name: "Contents" }).click();
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Events", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Events");
  await page.getByText("Python", { exact: true }).first().click();
  await expect(page.getByText("urllib.request.Request").first()).toBeVisible();
  await expect(page.getByText("Try it").first()).toBeHidden();
  await page.getByRole("searchbox").fill("rate limit");
  await page.getByRole("searchbox").press("Enter");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Rate limit/ })
    .click();
  await expect(page).toHaveURL(/\/docs\/requests#rate-limit$/);
  await context.close();
});

test("a reader sends a call with their own key, which the browser does not store", async ({ ada, page, context }) => {
  await page.goto(`${ada.url}/docs/contacts`);
  const form = page.locator("form[data-try=putContacts]");
  await page.locator("details.try", { has: form }).locator("summary").click();
  await form.getByLabel("API key").fill(ada.key);
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.locator("output")).toContainText('"created": true');
  // The key serves the other calls of the page, and is gone with it.
  const other = page.locator("form[data-try=getContacts]");
  await page.locator("details.try", { has: other }).locator("summary").click();
  await other.getByRole("button", { name: "Send" }).click();
  await expect(other.locator("output")).toContainText('"userId": "user_8841"');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(ada.key);
  expect(JSON.stringify(await context.cookies())).not.toContain(ada.key);
  expect(page.url()).not.toContain(ada.key);
  await page.reload();
  await expect(form.locator("[data-key]")).toHaveValue("");
});

test("the language of samples is remembered on every page, and / leads to the search, which follows what is typed", async ({
  ada,
  page,
}) => {
  await page.goto(`${ada.url}/docs/contacts`);
  await page.locator("details[data-sample=ruby] summary").first().click();
  await page.goto(`${ada.url}/docs/events`);
  await expect(page.getByText("Net::HTTP::Post.new").first()).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("phone");
  await page.keyboard.press("Enter");
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /^phone/ })
      .first(),
  ).toBeVisible();
  await page.getByRole("searchbox").fill("qqqq");
  await expect(page.getByRole("status")).toHaveText("Nothing found");
});
