import type { Page } from "@playwright/test";
import { openWebsite } from "../../support/visitor";
import { expectAccessibleInEveryLook } from "../accessible";
import { chat, expect, test } from "../shop";

test.setTimeout(120_000);

test("an admin tests the chat on a page, and reads what happened there and what to do", async ({ ada, bob, shop, signedIn }) => {
  await openWebsite(ada, { allowedOrigins: [] });
  await openWebsite(bob, { allowedOrigins: [shop.origin] });
  const page = await signedIn(ada, "/settings/website");
  const panel = page.getByRole("region", { name: "Test on my page" });
  const address = panel.getByLabel("Address of your page");

  async function open(url: string): Promise<Page> {
    await address.fill(url);
    const [tab] = await Promise.all([page.context().waitForEvent("page"), address.press("Enter")]);
    return tab;
  }

  await address.fill("shop");
  await address.press("Enter");
  await expect(panel.getByText("must begin with https://")).toBeVisible();
  await expect(address).toBeFocused();

  // Refused, then allowed there: the browser still has the loader from before.
  const first = await open(shop.page(ada.workspace));
  await expect(panel.getByText(`${shop.origin} loaded the line, but is not allowed to show the chat.`)).toBeVisible();
  expect(await first.evaluate(() => window.opener)).toBeNull();
  await expectAccessibleInEveryLook(page);
  await panel.getByRole("button", { name: "Allow it" }).click();
  await expect(panel.getByText(`${shop.origin} is allowed now.`)).toBeVisible();
  await first.reload();
  await expect(panel.getByText(`The chat works on ${shop.origin}.`)).toBeVisible();
  await expect(chat(first).getByRole("log")).toBeVisible();
  await first.close();

  // A policy without our frame, and the line of another workspace.
  const framed = await open(shop.page(ada.workspace, { headers: "unframed" }));
  await expect(panel.getByText(`Allow frame-src ${ada.url} there.`)).toBeVisible();
  await framed.close();
  const other = await open(shop.page(bob.workspace));
  await expect(panel.getByText(`${shop.origin} has the line of another workspace.`)).toBeVisible();
  await other.close();

  // No line at all.
  const bare = await open(shop.page(""));
  await expect(panel.getByText(`Waiting until ${shop.origin} loads the chat…`)).toBeVisible();
  await expect(panel.getByText("Nothing was loaded yet. The three likely reasons:")).toBeVisible({ timeout: 30_000 });
  await expect(panel.getByRole("listitem")).toHaveCount(3);
  await expectAccessibleInEveryLook(page);
  await bare.close();

  await page.getByRole("switch", { name: "Show the chat" }).click();
  const off = panel.getByText("The chat is switched off, so no page shows it.");
  await expect(off).toBeVisible();
  // The mark stands at the height of the first line, although the button is higher.
  const middles = await off.evaluate((text) => {
    const line = document.createRange();
    line.selectNodeContents(text);
    return [text.closest("[role=status]")?.querySelector("svg")?.getBoundingClientRect(), line.getClientRects()[0]].map(
      ({ top = 0, height = 0 } = new DOMRect()) => top + height / 2,
    );
  });
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 99))).toBeLessThanOrEqual(2);
  await panel.getByRole("button", { name: "Switch it on" }).click();
  await expect(address).toBeVisible();
});
