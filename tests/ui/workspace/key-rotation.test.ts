import type { BrowserContextOptions, Locator, Page } from "@playwright/test";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { expectAccessibleInEveryLook } from "../accessible";

const keyOf = (team: Team, key: string) => team.api("GET", "/contacts/nobody", { headers: { authorization: `Bearer ${key}` } });

/** The developers' page with a key named Shop, its row, and its secret. */
async function withKey({ ada, signedIn }: { ada: Team; signedIn: SignedIn }, options: BrowserContextOptions = {}) {
  const owner = await ada.signIn();
  const { secret } = (await owner.call("POST", "/keys", { name: "Shop" })).body as { secret: string };
  const page = await signedIn(ada, "/settings/developers", options);
  return { page, secret, owner, row: page.getByRole("list", { name: "API keys" }).getByRole("listitem").filter({ hasText: "Shop" }) };
}

async function rotate({ page, row, hours }: { page: Page; row: Locator; hours?: string }): Promise<string> {
  await row.getByRole("button", { name: "Rotate Shop" }).click();
  const dialog = page.getByRole("dialog");
  // What does not stop a server comes first, and is chosen.
  await expect(dialog.getByRole("radio").first()).toHaveAccessibleName("Later");
  await expect(dialog.getByRole("radio", { name: "Later" })).toBeChecked();
  if (hours) await dialog.getByLabel("The old key works for").selectOption(hours);
  else {
    await dialog.getByRole("radio", { name: "At once" }).check();
    await expect(dialog.getByLabel("The old key works for")).toHaveCount(0);
  }
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  const shown = page.getByRole("status", { name: "API key" });
  await expect(shown).toHaveText(/^bsk_[A-Za-z0-9_-]{49}$/);
  const secret = (await shown.textContent()) ?? "";
  await page.getByRole("button", { name: "I have stored it" }).click();
  return secret;
}

test("rotating at once stops the old key and shows no countdown", async ({ ada, signedIn }) => {
  const { page, secret, row } = await withKey({ ada, signedIn });
  const newSecret = await rotate({ page, row });
  await expect(row).toContainText(newSecret.slice(-4));
  await expect(row).not.toContainText("The old key works for");
  expect((await keyOf(ada, secret)).status).toBe(401);
  expect((await keyOf(ada, newSecret)).status).toBe(404);
});

test("rotating with an overlap shows a countdown and the old key's last use, and the old key can be ended", async ({ ada, signedIn }) => {
  const { page, secret, owner, row } = await withKey({ ada, signedIn });
  const newSecret = await rotate({ page, row, hours: "4 hours" });
  for (const key of [secret, newSecret]) expect((await keyOf(ada, key)).status).toBe(404);
  await expect(row).toContainText(/The old key works for (4 h|3 h 59 min)\./);
  await expect.poll(async () => (await owner.call("GET", "/keys")).text).not.toContain('"lastUsedAt":null,"endsAt"');
  await page.reload();
  const strip = row.getByRole("status");
  await expect(strip).toContainText(`…${secret.slice(-4)}`);
  await expect(strip).toContainText("last used");
  await strip.getByRole("button", { name: /^End the old key/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End old key" }).click();
  await expect(page.getByText("The old key of “Shop” has ended.")).toBeVisible();
  await expect(row).not.toContainText("The old key works for");
  expect((await keyOf(ada, secret)).status).toBe(401);
  expect((await keyOf(ada, newSecret)).status).toBe(404);
});

test("a key that a colleague rotated in the meantime is not rotated again, and the list is refreshed", async ({ ada, signedIn }) => {
  const { page, owner, row } = await withKey({ ada, signedIn });
  const keys = (await owner.call("GET", "/keys")).body["keys"] as { id: string; name: string }[];
  const id = keys.find(({ name }) => name === "Shop")?.id;
  const theirs = (await owner.call("POST", `/keys/${id}/rotate`, { overlapSeconds: 3_600 })).body as { secret: string };
  await row.getByRole("button", { name: "Rotate Shop" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  await expect(dialog.getByRole("alert")).toContainText("rotated in the meantime");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(row).toContainText(theirs.secret.slice(-4));
  await expect(row).toContainText("The old key works for 1 h");
});

test("the rotate dialog and an overlap are accessible and do not scroll sideways", async ({ ada, signedIn }) => {
  const { page, row } = await withKey({ ada, signedIn });
  await rotate({ page, row, hours: "24 hours" });
  await expect(row).toContainText("The old key works for");
  await expectAccessibleInEveryLook(page, "an overlap");
  await row.getByRole("button", { name: "Rotate Shop" }).click();
  await page.getByRole("radio", { name: "Later" }).check();
  await expectAccessibleInEveryLook(page, "the dialog");
});
