import type { Page } from "@playwright/test";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { expectAccessible } from "../accessible";

const list = (page: Page) => page.getByRole("navigation", { name: "Chats" });
const row = (page: Page, name: string) => list(page).getByRole("link").filter({ hasText: name });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select the chat with ${name}` });
const bar = (page: Page) => page.getByRole("region", { name: "Selected chats" });

/** Four chats; Luis, who has an open problem, is on top, then Zoe, Noor and Ada. */
async function fourChats(team: Team, signedIn: SignedIn): Promise<Page> {
  for (const name of ["Ada", "Luis", "Noor", "Zoe"]) {
    await team.api("PUT", `/contacts/${name}`, { body: { name } });
    await team.sendMessage({ channel: "website", visitorId: `v_${name}`, userId: name }, `From ${name}`);
  }
  await team.api("POST", "/events", { body: { userId: "Luis", event: "Payment failed" } });
  const page = await signedIn(team, "/chats");
  await expect(list(page).getByRole("link").first()).toContainText("Luis");
  await expect(box(page, "Zoe")).toBeAttached();
  return page;
}

test("closes the chats that are selected by X and with Shift, asks about open problems, and takes all of it back at once", async ({
  ada,
  signedIn,
}) => {
  const page = await fourChats(ada, signedIn);
  await expect(bar(page)).toBeHidden();
  await row(page, "Luis").focus();
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("1 chat selected");
  await box(page, "Noor").click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 chats selected");
  await expect(box(page, "Zoe")).toBeChecked();
  await expect(box(page, "Ada")).not.toBeChecked();
  await expectAccessible(page);

  await bar(page).getByRole("button", { name: "Close" }).click();
  const question = page.getByRole("dialog", { name: "1 of these chats has an open problem" });
  await expect(question).toContainText("Payment failed");
  await question.getByRole("button", { name: "Close the other 2" }).click();
  await expect(row(page, "Zoe")).toHaveCount(0);
  await expect(row(page, "Noor")).toHaveCount(0);
  await expect(row(page, "Luis")).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(page.getByText("2 chats closed")).toBeVisible();
  await page.keyboard.press("z");
  for (const name of ["Zoe", "Noor"]) await expect(row(page, name)).toBeVisible();
});

test("asks about a problem that arrived a moment before the chats were closed, and closes the others", async ({ ada, signedIn }) => {
  const page = await fourChats(ada, signedIn);
  await row(page, "Zoe").focus();
  await page.keyboard.press("x");
  await box(page, "Noor").check();
  await page.route(
    "**/chats/changes",
    async (route) => {
      await ada.api("POST", "/events", { body: { userId: "Zoe", event: "Card declined" } });
      await route.continue();
    },
    { times: 1 },
  );
  await bar(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("This customer has an open problem.")).toBeVisible();
  await expect(row(page, "Noor")).toHaveCount(0);
  await expect(row(page, "Zoe")).toContainText("Card declined");
  await expect(bar(page)).toContainText("1 chat selected");
  await bar(page).getByRole("button", { name: "Close" }).click();
  const question = page.getByRole("dialog", { name: "1 of these chats has an open problem" });
  await question.getByRole("button", { name: "Close anyway" }).click();
  await expect(row(page, "Zoe")).toHaveCount(0);
});

test("tags and assigns the selected chats; what a colleague closed meanwhile is not among them", async ({ ada, signedIn }) => {
  const session = await ada.signIn();
  await session.call("POST", "/tags", { name: "Billing", color: "blue" });
  const page = await fourChats(ada, signedIn);
  // Where no pointer shows the boxes, the menu does.
  await list(page).getByRole("button", { name: "Filter" }).click();
  await page.getByRole("menuitem", { name: "Select chats" }).click();
  await expect(bar(page)).toContainText("0 chats selected");
  await bar(page).getByRole("button", { name: "Select all 4" }).click();
  await expect(bar(page)).toContainText("4 chats selected");
  await box(page, "Ada").uncheck();
  const href = await row(page, "Noor").getAttribute("href");
  await session.call("POST", `/chats/${href?.split("/").at(-1)}/status`, { status: "closed" });
  await expect(bar(page)).toContainText("2 chats selected");

  // What was not done stays selected, and can be done again.
  await page.route("**/chats/changes", (route) => route.abort(), { times: 1 });
  for (const isDone of [false, true]) {
    await bar(page).getByRole("button", { name: "Tag" }).click();
    await page.getByRole("dialog", { name: "Tags of 2 chats" }).getByRole("option", { name: "Billing" }).click();
    if (!isDone) await expect(page.getByText(/^Beside didn’t answer/)).toBeVisible();
    if (!isDone) await expect(bar(page)).toContainText("2 chats selected");
  }
  await expect(page.getByText(/Billing.* added to 2 chats/)).toBeVisible();
  for (const name of ["Zoe", "Luis"]) await expect(row(page, name)).toContainText("Billing");
  await expect(row(page, "Ada")).not.toContainText("Billing");

  await box(page, "Ada").check();
  await box(page, "Luis").check();
  await bar(page).getByRole("button", { name: "Assign" }).click();
  await page.getByRole("dialog", { name: "Assign 2 chats" }).getByRole("option", { name: "Assign to me" }).click();
  await expect(page.getByText("2 chats assigned to")).toBeVisible();
  for (const name of ["Ada", "Luis"]) await expect(row(page, name)).toContainText("Assigned to Olga Owner");
});
