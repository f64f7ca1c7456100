import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { expectAccessible } from "../accessible";
import { hydrated, openHydrated } from "../browser";

const visitorId = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE";
const person = (page: Page) => page.getByRole("region", { name: "Person" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Link to contact" });
const field = (page: Page) => dialog(page).getByRole("combobox");
const opener = (page: Page) => person(page).getByRole("button", { name: "Link to contact…" });

test("an agent links a visitor to a contact that is found by any word, reads first what happens, and undoes it", async ({
  ada: team,
  signedIn,
}) => {
  await team.api("PUT", "/contacts/user_1", { body: { name: "Kay Okafor", email: "kay@example.com", phone: "447911123456" } });
  await team.api("PUT", "/contacts/user_2", { body: { name: "Luis Torres" } });
  const visitor = { channel: "website", visitorId, name: "Kay" };
  const { chatId } = await team.sendMessage(visitor, "Hello");
  const page = await signedIn(team);
  await openHydrated(page, `/${team.workspace}/chats/${chatId}`);
  await expect(person(page)).toContainText("Not linked to a contact");
  await expect(page.locator("body")).not.toContainText(visitorId);

  // What the visitor is called is looked for first.
  await opener(page).press("Enter");
  await expect(field(page)).toHaveValue("Kay");
  await expect(dialog(page).getByRole("option")).toHaveText([/Kay Okafor.*user_1 · kay@example\.com/]);
  await page.keyboard.type("nobody");
  await expect(dialog(page).getByRole("status")).toHaveText("No contact matches “nobody”.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("okaf");
  await expect(dialog(page).getByRole("option")).toHaveText([/Kay Okafor/]);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText("Is Kay the contact Kay Okafor (user_1)?");
  await expect(dialog(page)).toContainText("This chat becomes one of the contact’s");
  await expect(dialog(page)).toContainText("No events move.");
  await expectAccessible(page);
  await expect(dialog(page).getByRole("button", { name: "Link", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(person(page)).toContainText("Kay Okafor");
  await expect(person(page)).toContainText("Confirmed by your team.");
  await expect(page.locator("body")).not.toBeFocused();

  // The key for the last thing that was done.
  await page.keyboard.press("z");
  await expect(person(page)).toContainText("Not linked to a contact");

  // By one key.
  await page.keyboard.press("l");
  await expect(field(page)).toHaveValue("Kay");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  // By the palette, and undone in the panel, which has no deadline.
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("customer");
  await page.getByRole("option", { name: "Link to contact…" }).click();
  await field(page).fill("user_2");
  await dialog(page).getByRole("option", { name: "Luis Torres" }).click();
  await dialog(page).getByRole("button", { name: "Link", exact: true }).click();
  await expect(person(page)).toContainText("Luis Torres");
  await page.reload();
  await hydrated(page);
  await person(page).getByRole("button", { name: "Undo link" }).click();
  await expect(page.getByText("Link undone.")).toBeVisible();
  await expect(person(page)).toContainText("Not linked to a contact");

  const owner = await team.signIn();
  const { items } = (await owner.call("GET", "/audit?kind=person")).body as { items: { what: string }[] };
  expect(items.map(({ what }) => what)).toEqual(["person.unlinked", "person.linked", "person.unlinked", "person.linked"]);
});

test("a contact that is deleted and a chat that a colleague links while the dialog is open are said in it, on a phone too", async ({
  ada: team,
  signedIn,
}) => {
  for (const userId of ["gone", "other"]) await team.api("PUT", `/contacts/${userId}`, { body: { name: userId } });
  const { chatId } = await team.sendMessage({ channel: "website", visitorId, name: "Noor" }, "Hello");
  const page = await signedIn(team, "", { viewport: { width: 390, height: 844 } });
  await openHydrated(page, `/${team.workspace}/chats/${chatId}`);
  await page.getByRole("button", { name: "More for Noor" }).click();
  await page.getByRole("menuitem", { name: "Link to contact…" }).click();
  await field(page).fill("gone");
  await dialog(page).getByRole("option", { name: "gone" }).click();
  await expect(dialog(page)).toContainText("No events move.");
  await expectAccessible(page);
  await team.api("DELETE", "/contacts/gone");
  await dialog(page).getByRole("button", { name: "Link", exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("There is no contact with this userId any more.");

  await dialog(page).getByRole("button", { name: "Choose another" }).click();
  const colleague = await team.signIn();
  await colleague.call("POST", `/chats/${chatId}/link`, { userId: "other" });
  await expect(dialog(page).getByRole("status")).toHaveText("This person is linked to other by now.");
});
