import type { Page } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { expect, test } from "../../support/fixtures";

const rail = (page: Page) => page.getByRole("navigation", { name: "Main" });
const settings = (page: Page) => page.getByRole("navigation", { name: "Settings" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

async function expectNotFound(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText("Page not found");
  await expect(heading(page)).toHaveCount(1);
  await expect(page.getByRole("main")).toHaveCount(1);
  await expect(page.getByText("Check the address, or ask an admin for access.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to your chats" })).toBeVisible();
}

test("a missing page has one heading, says what to do, and keeps the navigation around it", async ({ ada, bob, signedIn }) => {
  const page = await signedIn(ada, `/settings/actions/calls/${newId()}`);
  await expectNotFound(page);
  await expect(rail(page)).toBeVisible();
  await expect(settings(page)).toBeVisible();

  // Another workspace, and an address that nothing is at, show none of a workspace's navigation.
  for (const path of [`/${bob.workspace}/chats`, "/nothing/is/here"]) {
    await page.goto(path);
    await expectNotFound(page);
  }
  await page.goto(`/widget/${newId()}`);
  await expect(heading(page)).toHaveCount(1);
});

test("a page that fails keeps the navigation, has one heading, and works again after a retry", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/members");
  await expect(heading(page)).toHaveText("Members");
  // Rendering fails in the browser, as it would with data that the screen cannot show.
  await page.route(/settings\/plan.*_rsc=/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"initial":', '"initially":');
    await route.fulfill({ response, body });
  });
  await settings(page).getByRole("link", { name: "Plan" }).click();
  await expect(heading(page)).toHaveText("Something went wrong");
  await expect(heading(page)).toHaveCount(1);
  await expect(page.getByRole("main")).toHaveCount(1);
  await expect(page.getByText("Your data is safe. Try again, or reload the page.")).toBeVisible();
  await expect(rail(page)).toBeVisible();
  await expect(settings(page)).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText("Plan");
});
