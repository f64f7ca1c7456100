import type { Page } from "@playwright/test";
import { accepts } from "../../support/desk";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import type { Call, Receiver } from "../../support/receiver";

type Setup = { ada: Team; receiver: Receiver; signedIn: SignedIn };

const isTimely = ({ headers }: Call) => Math.abs(Date.now() / 1000 - Number(headers["x-service-timestamp"])) <= 300;

/** The settings of a workspace whose receiver verifies signatures with `accepted.secret`, which a test may replace. */
async function settingsOf({ ada, receiver, signedIn }: Setup): Promise<{ page: Page; accepted: { secret: string } }> {
  const owner = await ada.signIn();
  await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/${ada.workspace}` });
  const accepted = { secret: String((await owner.call("POST", "/actions/secret/reveal", {})).body["secret"]) };
  receiver.on(`/${ada.workspace}`, (call) => ({ status: isTimely(call) && accepts(accepted.secret, call) ? 200 : 401 }));
  const page = await signedIn(ada, "/settings/actions");
  return { page, accepted };
}

const findings = (page: Page) => page.getByRole("list", { name: "Check results" }).getByRole("listitem");
const check = (page: Page) => page.getByRole("button", { name: "Check my server" });

test("a server check shows each finding as it arrives, and reports when all pass", async ({ ada, receiver, signedIn }) => {
  const { page, accepted } = await settingsOf({ ada, receiver, signedIn });
  const { opened: released, open: release } = gate();
  receiver.on(`/${ada.workspace}`, async (call) => {
    if (call.headers["x-service-signature"] === undefined) await released;
    return { status: isTimely(call) && accepts(accepted.secret, call) ? 200 : 401 };
  });
  await check(page).click();
  await expect(page.getByText("Checking: 6 of 7 done")).toBeVisible();
  await expect(findings(page)).toHaveCount(7);
  await expect(findings(page).getByRole("img", { name: "Passed" })).toHaveCount(6);
  await expect(check(page)).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page.getByText("Your server passed all 7 checks.")).toBeVisible();
  await expect(findings(page).getByRole("img", { name: "Passed" })).toHaveCount(7);
  await expect(findings(page).first()).toContainText("Accepted with 200.");
});

test("a server check explains each failure, and a second one passes after the fix", async ({ ada, receiver, signedIn }) => {
  const { page, accepted } = await settingsOf({ ada, receiver, signedIn });
  receiver.on(`/${ada.workspace}`, (call) => ({ status: accepts(accepted.secret, call) ? 200 : 401 }));
  await check(page).click();
  await expect(page.getByText("Your server passed 5 of 7 checks.", { exact: false })).toBeVisible();
  await expect(findings(page).filter({ hasText: "Six minutes old" })).toContainText("more than five minutes behind your clock");
  await expect(findings(page).getByRole("img", { name: "Failed" })).toHaveCount(2);
  receiver.on(`/${ada.workspace}`, (call) => ({ status: isTimely(call) && accepts(accepted.secret, call) ? 200 : 401 }));
  await check(page).click();
  await expect(page.getByText("Your server passed all 7 checks.")).toBeVisible();
});

test("an unreachable server is reported once, and the check is disabled without an address", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/actions");
  await expect(check(page)).toBeDisabled();
  await page.getByLabel("HTTPS address").fill("https://away.invalid/actions");
  await page.getByRole("button", { name: "Save" }).first().click();
  await check(page).click();
  // One state: the line below the address says why, and the check that nothing was checked.
  await expect(page.getByText("Your server was not reached, so there is nothing to judge.")).toBeVisible();
  await expect(page.getByText("The name away.invalid does not resolve.", { exact: true })).toHaveCount(1);
  await expect(findings(page)).toHaveCount(0);
});

test("the new secret can be tried alone, and the overlap ended once the server accepts it", async ({ ada, receiver, signedIn }) => {
  const { page, accepted } = await settingsOf({ ada, receiver, signedIn });
  const dialog = page.getByRole("alertdialog");
  await page.getByRole("button", { name: "Rotate…" }).click();
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  const newSecret = (await page.getByRole("dialog").getByRole("status", { name: "Signing secret" }).textContent()) ?? "";
  await page.getByRole("button", { name: "I have stored it" }).click();

  await page.getByRole("button", { name: "Try the new secret alone" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "rejected the new secret with 401" })).toBeVisible();
  accepted.secret = newSecret;
  await page.getByRole("button", { name: "Try the new secret alone" }).click();
  await expect(page.getByText("Your server accepts the new secret. It is safe to end the overlap.")).toBeVisible();
  await page.getByRole("button", { name: "End overlap…" }).click();
  await expect(dialog).toContainText("Your server accepts the new secret.");
  await dialog.getByRole("button", { name: "End overlap" }).click();
  await expect(page.getByText(/Two secrets are valid/)).toHaveCount(0);
});

test("a second rotation asks before it drops the oldest secret, and fails when another admin rotated first", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const { page } = await settingsOf({ ada, receiver, signedIn });
  const owner = await ada.signIn();
  const dialog = page.getByRole("alertdialog");
  const reveal = async () => String((await owner.call("POST", "/actions/secret/reveal", {})).body["secret"]);
  await page.getByRole("button", { name: "Rotate…" }).click();
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("button", { name: "I have stored it" }).click();
  const second = await reveal();

  await page.getByRole("button", { name: "Rotate…" }).click();
  await expect(dialog).toContainText("The oldest secret stops working at once");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await reveal()).toBe(second);

  await page.getByRole("button", { name: "Rotate…" }).click();
  await owner.call("POST", "/actions/secret/rotate", { dropOldest: true });
  const quicker = await reveal();
  await dialog.getByRole("button", { name: "Drop and rotate" }).click();
  await expect(dialog).toContainText("rotated in the meantime");
  expect(await reveal()).toBe(quicker);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await expect(page.getByText(quicker.slice(-4))).toBeVisible();
  await page.getByRole("button", { name: "Rotate…" }).click();
  await dialog.getByRole("button", { name: "Drop and rotate" }).click();
  await expect(page.getByRole("dialog").getByRole("status", { name: "Signing secret" })).toHaveText(/^whsec_/);
  await page.getByRole("button", { name: "I have stored it" }).click();
  expect(await reveal()).not.toBe(quicker);
  await expect(page.getByText(/Two secrets are valid/)).toBeVisible();
});

test("the page shows a receiver in each language with the workspace's buttons, including new ones", async ({ ada, signedIn }) => {
  const owner = await ada.signIn();
  await owner.call("POST", "/actions/buttons", { label: "</textarea><script>Refund", action: "refund_order" });
  const page = await signedIn(ada, "/settings/actions");
  for (const name of ["Node", "Express", "Next.js", "Python", "PHP", "Go", "Ruby"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    const code = page.getByRole("textbox", { name: `Receiver for ${name}` });
    await expect(code).toHaveValue(/["']refund_order["']/);
    await expect(code).toHaveValue(/BESIDE_SECRET/);
    await expect(code).not.toHaveValue(/retry_payment|Your buttons|<script/);
  }
  await page.getByRole("button", { name: "Add button" }).click();
  await page.getByRole("dialog").getByLabel("Label").fill("Unlock account");
  await page.getByRole("dialog").getByRole("button", { name: /add/i }).click();
  await expect(page.getByRole("textbox", { name: "Receiver for Ruby" })).toHaveValue(/when "unlock_account"/);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the receiver for Ruby" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.getByRole("textbox", { name: "Receiver for Ruby" }).inputValue(),
  );
});
