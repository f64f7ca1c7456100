import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import { addMember } from "../../support/members";
import { inTwoChannels, phone, put } from "../contact-helpers";

const openMenu = (page: Page) => page.getByRole("button", { name: "More for Ada Okafor" }).click();
const item = (page: Page) => page.getByRole("menuitem", { name: "Delete this person…" });

test("an admin types the name, and every open screen loses the chat", async ({ ada, signedIn }) => {
  await put(ada, "user_1", { name: "Ada Okafor", phone });
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "Hello from Ada");
  await ada.sendMessage({ channel: "website", visitorId: "visitor_2", name: "Noor Ali" }, "Still here");
  const agent = await addMember(ada);
  const theirs = await signedIn(ada, `/chats/${chatId}`, { as: agent });
  await expect(theirs.getByRole("log")).toContainText("Hello from Ada");
  await openMenu(theirs);
  await expect(theirs.getByRole("menuitem", { name: "Block…" })).toBeVisible();
  await expect(item(theirs)).toHaveCount(0);
  await theirs.keyboard.press("Escape");

  const page = await signedIn(ada, `/chats/${chatId}`);
  await openMenu(page);
  await item(page).click();
  const dialog = page.getByRole("dialog", { name: "Delete Ada Okafor and everything about them?" });
  await expect(dialog).toContainText("This takes 1 chat and no files.");
  await expect(dialog.getByRole("radio", { name: "The person and their contact" })).toBeChecked();
  const submit = dialog.getByRole("button", { name: "Delete permanently" });
  await expect(submit).toBeDisabled();
  await dialog.getByLabel("Type the name to confirm").fill("Ada");
  await expect(submit).toBeDisabled();
  await dialog.getByLabel("Type the name to confirm").fill("Ada  Okafor ");
  const list = gate();
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      await list.opened;
      await route.continue();
    },
  );
  await submit.click();
  // The other screen is reloaded. This one is on the way to the list, however long that takes.
  await expect(theirs.getByRole("heading", { name: "Chat not found" })).toBeVisible({ timeout: 10_000 });
  list.open();
  await expect(page).toHaveURL(new RegExp(`/${ada.workspace}/chats$`));
  expect(loads).toEqual([]);
  await expect(page.getByText("“Ada Okafor” is deleted.")).toBeVisible();
  for (const one of [page, theirs]) {
    await expect(one.getByRole("navigation", { name: "Chats" }).getByText("Ada Okafor")).toHaveCount(0, { timeout: 10_000 });
  }
  expect((await ada.api("GET", "/contacts/user_1")).status).toBe(404);
});

test("the page of a contact with chats deletes them together, and says whom it leaves otherwise", async ({ ada, signedIn }) => {
  const { id } = await inTwoChannels(ada);
  const page = await signedIn(ada, `/contacts/${id}`);
  await page.getByRole("button", { name: "Delete with chats" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Ada Okafor and everything about them?" });
  await expect(dialog).toContainText("and 1 other person who is linked to it");
  await dialog.getByLabel("Type the name to confirm").fill("Ada Okafor");
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page).toHaveURL(new RegExp(`/${ada.workspace}/contacts$`));
  expect((await (await ada.signIn()).call("GET", "/chats")).body["items"]).toEqual([]);
});
