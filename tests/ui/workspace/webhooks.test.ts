import { expect, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { expectAccessibleInEveryLook } from "../accessible";

test("an admin adds an endpoint, sees its secret once, sends a test, reads the answer and sends again; an agent sees none of it", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const path = `/${ada.workspace}/desk`;
  receiver.on(path, () => ({ status: 500, body: "Out of order" }));
  const page = await signedIn(ada, "/settings/webhooks");
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  const dialog = page.getByRole("dialog");
  const submit = dialog.getByRole("button", { name: "Add an endpoint" });
  await submit.click();
  await expect(dialog.getByRole("alert")).toHaveText("Enter the https address of your server.");
  await dialog.getByLabel("Address").fill(receiver.origin + path);
  await submit.click();
  await expect(dialog.getByRole("alert")).toHaveText("Choose at least one.");
  await dialog.getByLabel("Name (optional)").fill("Order system");
  await dialog.getByRole("checkbox", { name: "event.received" }).check();
  await submit.click();
  const secret = page.getByRole("status", { name: "Webhook secret" });
  await expect(secret).toHaveText(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const shown = (await secret.textContent()) ?? "";
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.reload();
  const row = page.getByRole("list", { name: "Endpoints" }).getByRole("listitem").filter({ hasText: "Order system" });
  await expect(row).toContainText("1 type");
  expect(await page.content()).not.toContain(shown);

  await row.getByRole("button", { name: /^Send a test to/ }).click();
  await row.getByRole("button", { name: /^Deliveries of/ }).click();
  const log = page.getByRole("dialog").getByRole("list", { name: "Deliveries of the last 30 days" });
  const delivery = log.getByRole("listitem").filter({ hasText: "ping" }).first();
  await delivery.getByRole("button", { name: "Details of ping" }).click();
  await expect(delivery).toContainText("answered 500");
  await expect(delivery).toContainText("Out of order");
  await expect(delivery.getByLabel("What is sent")).toContainText('"type": "ping"');
  // For the schedule's second attempt.
  receiver.on(path, () => ({}));
  await expectAccessibleInEveryLook(page);
  await expect(delivery).toContainText("Delivered", { timeout: 15_000 });
  await delivery.getByRole("button", { name: "Send ping again" }).click();
  await expect.poll(() => receiver.calls(path).length).toBeGreaterThanOrEqual(3);
  expect(new Set(receiver.calls(path).map(({ headers }) => headers["webhook-id"])).size).toBe(1);

  const filters = page.getByRole("search", { name: "Filter the deliveries" });
  const found = log.getByRole("button", { name: "Details of ping" });
  await filters.getByLabel("State").selectOption("Delivered");
  await filters.getByLabel("Type").selectOption("ping");
  await expect(found).toHaveCount(1);
  await expect(filters.getByLabel("Type")).toHaveValue("ping");
  await expect(page).toHaveURL(/&state=delivered&type=ping$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(filters.getByLabel("Type")).toHaveValue("ping");
  await expect(found).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await filters.getByLabel("State").press("F");
  await expect(page.getByText("No delivery of the last 30 days matches.")).toBeVisible();
  await filters.getByRole("button", { name: "Clear filters" }).press("Enter");
  await expect(found).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(new URL(page.url()).search).toBe("");
  await page.setViewportSize({ width: 1280, height: 720 });

  // It fails, and two days pass.
  receiver.on(path, () => ({ status: 500 }));
  await row.getByRole("button", { name: /^Send a test to/ }).click();
  await expect.poll(() => receiver.calls(path).length).toBeGreaterThanOrEqual(4);
  for (const [hours, role] of [
    [23, "status"],
    [49, "alert"],
  ] as const) {
    await page.clock.setFixedTime(Date.now() + hours * 60 * 60 * 1000);
    await page.reload();
    await expect(row.getByRole("button", { name: /^Switch off/ })).toBeVisible();
    await expect(row.getByRole(role)).toContainText("After five days and ten failed events without one success it is switched off.");
  }

  await row.getByRole("button", { name: /^Switch off/ }).click();
  await expect(row.getByRole("status")).toContainText("Switched off");
  await expect(row.getByRole("button", { name: /^Send a test/ })).toHaveCount(0);
  await row.getByRole("button", { name: /^Switch on/ }).click();
  await expect(row.getByRole("status")).toHaveCount(0);
  await expectAccessibleInEveryLook(page);
  await row.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No endpoints yet")).toBeVisible();

  const tom = await addMember(ada);
  const session = await ada.signIn(tom);
  expect((await session.call("GET", "/webhooks")).status).toBe(403);
  const other = await signedIn(ada, "/settings/webhooks", { as: tom });
  await expect(other.getByRole("button", { name: "Add an endpoint" })).toHaveCount(0);
});
