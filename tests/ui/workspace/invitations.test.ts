import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { addMember, invited, joined, newPerson, tokenIn } from "../../support/members";
import { hydrated } from "../browser";

const newPage = async (browser: Browser, url: string): Promise<Page> => (await browser.newContext({ baseURL: url })).newPage();

/** The link that a dialog shows once. */
async function linkIn(page: Page): Promise<string> {
  const shown = page.getByRole("status", { name: "Link" });
  await expect(shown).toHaveText(/#[A-Za-z0-9_-]{43}$/);
  return (await shown.textContent()) ?? "";
}

async function makeInvitation(page: Page, workspace: string, email: string): Promise<string> {
  await page.goto(`/${workspace}/settings/members`);
  await hydrated(page);
  await page.getByRole("button", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("Enter an e-mail address.")).toBeVisible();
  await expect(dialog.getByLabel("E-mail")).toBeFocused();
  await page.keyboard.type(email);
  await dialog.getByLabel("Role").selectOption("Admin");
  await dialog.getByLabel("E-mail").press("Enter");
  const link = await linkIn(page);
  await expect(page.getByText("valid for 7 days. It will not be shown again.", { exact: false })).toBeVisible();
  return link;
}

test("an admin creates an invitation link that is shown once; the invitee sets a name and a password and is signed in", async ({
  ada,
  browser,
  signedIn,
}) => {
  const page = await signedIn(ada);
  const email = newPerson().email;
  const link = await makeInvitation(page, ada.workspace, email);
  expect(link).toMatch(new RegExp(`^${ada.url}/invite#`));
  await page.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("list", { name: "Invitations" }).getByRole("listitem");
  await expect(row).toContainText(`${email}Adminby Olga Owner just nowvalid for 7 days`);
  await page.reload();
  expect(await page.content()).not.toContain(tokenIn(link));

  const theirs = await newPage(browser, ada.url);
  const requested: string[] = [];
  theirs.on("request", (request) => requested.push(request.url(), request.headers()["referer"] ?? ""));
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: `Join ${ada.workspace}` })).toBeVisible();
  await expect(theirs.getByText(`Olga Owner invited ${email} as an admin.`)).toBeVisible();
  await theirs.getByLabel("Your name").fill("Tom Ray");
  await theirs.getByLabel("Password").fill("short");
  await theirs.getByRole("button", { name: "Join" }).click();
  await expect(theirs.getByText("The password must have at least 10 characters.")).toBeVisible();
  await theirs.getByLabel("Password").fill("chosen by Tom himself");
  await theirs.getByLabel("Password").press("Enter");
  await theirs.waitForURL(`**/${ada.workspace}/chats`);
  // No requested URL contains the token.
  expect(requested.filter((url) => url.includes(tokenIn(link)))).toEqual([]);

  await page.reload();
  await expect(page.getByRole("list", { name: "Members" })).toContainText("Tom Ray");
  await expect(page.getByRole("list", { name: "Invitations" })).toHaveCount(0);
  const again = await newPage(browser, ada.url);
  await again.goto(link);
  await expect(again.getByRole("alert").filter({ hasText: "This invitation was used already. Sign in instead." })).toBeVisible();
  await again.getByRole("link", { name: "Go to sign-in" }).click();
  await expect(again).toHaveURL(/\/sign-in$/);
});

test("an invitee with an account signs in on the invitation page, or signs out of another account first", async ({
  ada,
  bob,
  browser,
  signedIn,
}) => {
  const owner = await ada.signIn();
  const { token } = await invited(owner, bob.owner.email);
  const page = await newPage(browser, ada.url);
  await page.goto(`/invite#${token}`);
  await hydrated(page);
  await page.getByLabel("Your name").fill("Bob");
  await page.getByLabel("Password").fill("a second password");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Sign in to it to accept." })).toBeVisible();
  await page.getByRole("button", { name: "Sign in to accept" }).click();
  await page.getByLabel("Password").fill("not his password");
  await page.getByRole("button", { name: "Sign in and join" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Wrong e-mail or password." })).toBeVisible();

  const other = await signedIn(ada);
  await other.goto(`/invite#${token}`);
  await expect(other.getByText(`You’re signed in as ${ada.owner.email}, but this invitation is for ${bob.owner.email}.`)).toBeVisible();
  await other.getByRole("button", { name: "Sign out and continue" }).click();
  await expect(other.getByLabel("Your name")).toBeVisible();

  await page.getByLabel("Password").fill(bob.owner.password);
  await page.getByRole("button", { name: "Sign in and join" }).click();
  await page.waitForURL(`**/${ada.workspace}/chats`);
  await page.goto(`/${bob.workspace}/chats`);
  await expect(page).toHaveURL(new RegExp(`/${bob.workspace}/chats`));
});

test("a user signed in with the invited e-mail joins with one click", async ({ ada, bob, signedIn }) => {
  const { token } = await invited(await ada.signIn(), bob.owner.email);
  const page = await signedIn(bob);
  await page.goto(`/invite#${token}`);
  await hydrated(page);
  await page.getByRole("button", { name: "Join" }).click();
  await page.waitForURL(`**/${ada.workspace}/chats`);
});

test("shows an error for a revoked, invalid or incomplete link", async ({ ada, browser, signedIn }) => {
  const page = await signedIn(ada);
  const email = newPerson().email;
  const link = await makeInvitation(page, ada.workspace, email);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: `Revoke the invitation for ${email}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke invitation" }).click();
  await expect(page.getByRole("list", { name: "Invitations" })).toHaveCount(0);
  const theirs = await newPage(browser, ada.url);
  for (const [address, expected] of [
    [link, "This invitation was revoked"],
    [`/invite#${tokenIn(link).slice(1)}`, "This link is not valid."],
    ["/invite", "This link is incomplete."],
    ["/reset#x", "This link is not valid."],
    ["/reset", "This link is incomplete."],
  ] as const) {
    await theirs.goto("about:blank");
    await theirs.goto(address);
    await expect(theirs.getByRole("alert").filter({ hasText: expected }), address).toBeVisible();
  }
});

test("an admin creates a reset link; the member sets a new password with it and is signed in", async ({ ada, browser, signedIn }) => {
  const tom = await joined(ada, await ada.signIn());
  const page = await signedIn(ada, "/settings/members");
  await page.getByRole("button", { name: "More actions for Tom Ray" }).click();
  await page.getByRole("menuitem", { name: "Create reset link…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Create link" }).click();
  const link = await linkIn(page);
  const theirs = await newPage(browser, ada.url);
  await theirs.goto(link);
  await expect(theirs.getByText(`For ${tom.email}. You’ll be signed out everywhere.`)).toBeVisible();
  await theirs.getByLabel("New password").fill("chosen anew by Tom");
  await theirs.getByRole("button", { name: "Set password" }).click();
  await theirs.waitForURL(`**/${ada.workspace}/chats`);
  expect((await tom.session.call("GET", "/chats")).status).toBe(401);
});

test("the profile lists the member's sessions and signs out another one", async ({ ada, signedIn }) => {
  const tom = await addMember(ada);
  const other = await signedIn(ada, "/chats", { as: tom });
  const page = await signedIn(ada, "/profile", { as: tom });
  const rows = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "this session" }).getByRole("button")).toHaveCount(0);
  await rows
    .filter({ hasNotText: "this session" })
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await expect(rows).toHaveCount(1);
  // The open page may redirect to the sign-in itself, which aborts the reload.
  await other.reload().catch(() => undefined);
  await expect(other).toHaveURL(/\/sign-in\?next=/);
});

test("signing out ends the session on the server; when that fails, the page says that the user is still signed in", async ({
  ada,
  signedIn,
}) => {
  const page = await signedIn(ada, "/chats");
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await page.route("**/api/auth/signout", (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByText(/still signed in/)).toBeVisible();
  await page.unroute("**/api/auth/signout");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  expect((await fetch(`${ada.url}/api/w/${ada.workspace}/chats`, { headers: { cookie } })).status).toBe(401);
});
