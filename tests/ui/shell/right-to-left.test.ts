import type { Locator, Page } from "@playwright/test";
import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
const list = (page: Page) => page.getByRole("navigation", { name: "Chats" });
const rail = (page: Page) => page.getByRole("navigation", { name: "Main" });
const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const panel = (page: Page) => page.getByRole("region", { name: "Context" });

const turn = (page: Page, dir: "ltr" | "rtl") =>
  page.evaluate((to) => {
    document.documentElement.dir = to;
  }, dir);

/** The space beside an element: before it and after it, as a reader of left-to-right text sees them. */
async function spaceBeside(page: Page, element: Locator): Promise<{ left: number; right: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not on the screen.");
  const { width } = page.viewportSize() ?? { width: 0 };
  return { left: Math.round(box.x), right: Math.round(width - box.x - box.width) };
}

/** What is outside of the screen's sides and not cut off by what holds it. */
const outside = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = document.documentElement.scrollWidth - width;
    const visible = [...document.querySelectorAll<HTMLElement>("main *, nav *, header *")].filter((element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    const isCut = (element: HTMLElement): boolean => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (getComputedStyle(parent).overflowX !== "visible") return true;
      return getComputedStyle(element).position === "absolute";
    };
    const beyond = visible.filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      return own > 1 && (left < -1 || right > width + 1) && !isCut(element);
    });
    return [...(scrolls > 0 ? [`scrolls by ${scrolls} px`] : []), ...beyond.map(({ outerHTML }) => outerHTML.slice(0, 120))];
  });

test("from right to left, the chat screen is the mirror image: rail, list, timeline and panel", async ({ ada, receiver, signedIn }) => {
  const desk = await newDesk(ada, receiver);
  await ada.sendMessage({ channel: "website", visitorId: "v1" }, "Where is my order?");
  const page = await signedIn(ada, `/chats/${desk.chatId}`, { viewport: sizes.wide });
  await page.getByRole("textbox", { name: "Message" }).fill("It is on the way.");
  await page.keyboard.press("ControlOrMeta+Enter");
  const own = log(page).getByText("It is on the way.", { exact: true });
  await expect(own).toBeVisible();
  await expect(panel(page)).toBeVisible();

  const parts = [rail(page), list(page), log(page), panel(page), own];
  const before = await Promise.all(parts.map((part) => spaceBeside(page, part)));
  await turn(page, "rtl");
  for (const [index, part] of parts.entries()) {
    const { left = 0, right = 0 } = before[index] ?? {};
    // Parts of pixels are rounded on either side.
    const isMirrored = async () => {
      const after = await spaceBeside(page, part);
      return Math.abs(after.left - right) <= 2 && Math.abs(after.right - left) <= 2;
    };
    await expect.poll(isMirrored, { message: `part ${index}` }).toBe(true);
  }
  expect(await outside(page)).toEqual([]);
});

test("from right to left, nothing leaves a phone's screen, and the panel comes from the other side", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const desk = await newDesk(ada, receiver);
  await ada.api("POST", "/events", { body: { event: "Payment failed", phone: "447911000001", properties: { amount: "5 EUR" } } });
  const page = await signedIn(ada, "/chats", { viewport: sizes.narrow });
  await turn(page, "rtl");
  expect(await outside(page)).toEqual([]);
  await page.locator(`[data-row="${desk.chatId}"]`).click();
  await expect(log(page)).toBeVisible();
  expect(await outside(page)).toEqual([]);
  const back = await spaceBeside(page, page.getByRole("link", { name: "Back to chats" }));
  expect(back.right).toBeLessThan(back.left);
  await page.getByRole("button", { name: "Context", exact: true }).click();
  await expect.poll(() => spaceBeside(page, panel(page))).toEqual({ left: 0, right: 0 });
  expect(await outside(page)).toEqual([]);
});
