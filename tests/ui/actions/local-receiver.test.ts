import { expect, test } from "../../support/fixtures";
import { receiverOrigins } from "../../support/receiver-ports";

test("shows and copies the start command for a local receiver, and warns while its origin is exempt", {
  tag: "@embedded",
}, async ({ ada, server, receiver, signedIn }) => {
  const page = await signedIn(ada);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await page.goto(`/${ada.workspace}/settings/actions`);
  const address = page.getByLabel("HTTPS address");
  // The server allows the receivers of all workers already.
  const line = `ACTIONS_ALLOW_ORIGINS=${receiverOrigins() || receiver.origin},http://127.0.0.1:4010 npm run demo`;
  await address.fill("http://127.0.0.1:4010/actions");
  const shown = page.locator("code").filter({ hasText: line });
  await expect(shown).toHaveText(line);
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("The address must begin with https://.")).toContainText("To try a receiver on your own machine");
  await expect(page.getByText(line, { exact: false })).toHaveCount(1);
  await page.getByRole("button", { name: "Copy the start command" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line);

  await address.fill(`${receiver.origin}/${ada.workspace}`);
  await expect(page.getByText("Reachable. Exempt from the address rule, for development.")).toBeVisible();
  await expect(shown).toHaveCount(0);
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText("For development, these origins are exempt")).toContainText(receiver.origin);

  // A public address is not a local receiver, so no start command is shown.
  await address.fill("http://acme.example/actions");
  await expect(page.getByText("The address must begin with https://.")).toBeVisible();
  await expect(page.getByText("ACTIONS_ALLOW_ORIGINS")).toHaveCount(0);
});
