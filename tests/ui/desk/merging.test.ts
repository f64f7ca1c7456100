import { expect, test } from "../../support/fixtures";
import { expectAccessible } from "../accessible";
import { details, put, record } from "../contact-helpers";

test("an admin merges two contacts with the values of their choice, and undoes it", async ({ ada, signedIn }) => {
  await put(ada, "user_1", { name: "Ada Okafor", attributes: { plan: "pro" } });
  await put(ada, "user_2", { name: "A. Okafor", email: "ada@example.com", attributes: { plan: "free" } });
  await record(ada, "user_2", "Order placed");
  await ada.sendMessage({ channel: "website", visitorId: "v1", userId: "user_2" });
  const page = await signedIn(ada, "/chats");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Contacts" }).click();
  await page.getByRole("link", { name: "Ada Okafor", exact: true }).click();
  await page.getByRole("button", { name: "Merge…" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge another contact into Ada Okafor" });
  await dialog.getByLabel("Find the other contact").fill("user_");
  // The contact itself is not among them.
  await expect(dialog.getByText("1 contact found")).toBeAttached();
  await expect(dialog.getByRole("button", { name: "Merge contacts" })).toBeDisabled();
  await dialog.getByRole("radio", { name: "A. Okafor" }).check();
  await expect(dialog.getByRole("listitem")).toHaveText(["1 event", "1 chat", "1 person in chats"]);
  await expect(dialog).toContainText("Whatever your server sends for user_2 goes to user_1 from then on.");
  await expectAccessible(page);
  await dialog.getByRole("group", { name: "Name" }).getByRole("radio", { name: "A. Okafor" }).check();
  await expect(dialog.getByRole("group", { name: "plan" }).getByRole("radio", { name: "pro" })).toBeChecked();
  await dialog.getByRole("button", { name: "Merge contacts" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "A. Okafor" })).toBeVisible();
  for (const text of ["user_2", "ada@example.com", "pro"]) await expect(details(page)).toContainText(text);
  await expect(page.getByRole("list", { name: "Timeline" })).toContainText("Order placed");

  const notice = page.getByRole("list", { name: "Merges of the last 24 hours" });
  await expect(notice).toContainText("Olga Owner merged user_2 into this contact.");
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ada Okafor" })).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(details(page)).not.toContainText("user_2");
  await page.getByRole("main").getByRole("link", { name: "Contacts" }).click();
  await expect(page.getByRole("link", { name: "A. Okafor", exact: true })).toBeVisible();
});
