import { expect, test } from "../support/fixtures";
import { addMember, resetByOperator } from "../support/members";
import { signedIn } from "./browser";

test("a wrong password is refused in words, and the right one leads to the page that was asked for", async ({ ada, server, browser }) => {
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await page.goto(`/${ada.workspace}/settings/actions/calls?status=refused`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("E-mail").fill(ada.owner.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /password/i })).toBeVisible();
  await page.getByLabel("Password").fill(ada.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**/${ada.workspace}/settings/actions/calls?status=refused`);
});

test("the address without a path leads from the sign-in to the chats", async ({ ada, server, browser }) => {
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  await page.goto("/");
  await page.getByLabel("E-mail").fill(ada.owner.email);
  await page.getByLabel("Password").fill(ada.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**/${ada.workspace}/chats`);
});

// A slow network gives the same page: whoever is quick sends the form before its script has arrived.
test("what is sent before the script runs does not reach the address", async ({ ada, server, browser }) => {
  const page = await (await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })).newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(ada.owner.email);
  await page.getByLabel("Password").fill(ada.owner.password);
  await page.getByLabel("Password").press("Enter");
  await page.getByRole("button", { name: "Sign in" }).click({ force: true });
  await expect(page.getByLabel("Password")).toHaveValue(ada.owner.password);
  // Nor when another button, of an extension or a password manager, sends the form.
  await page.locator("form").evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByLabel("Password")).toHaveValue("");
  expect(page.url()).toBe(`${server.url}/sign-in`);
});

test("an open chat leads to the sign-in when the session was ended elsewhere, and shows a removed member nothing", async ({
  ada,
  server,
  browser,
}) => {
  const { chatId } = await ada.says({ channel: "website", visitorId: "v1" });
  const people = ["Tom Ray", "Mia Berg"].map((name) => ({
    name,
    email: `${name.slice(1, 3)}-${ada.workspace}@example.com`,
    password: "a password of theirs",
  }));
  for (const who of people) await addMember(ada, { role: "agent", ...who });
  const [tom, mia] = people;
  if (!tom || !mia) throw new Error("There are two.");
  const pages = [await signedIn(browser, server, tom), await signedIn(browser, server, mia)] as const;
  for (const page of pages) {
    await page.goto(`/${ada.workspace}/chats/${chatId}`);
    await expect(page.getByRole("log", { name: "Conversation" })).toBeVisible();
  }
  await resetByOperator(ada, tom.email, "another password of Tom's");
  const owner = await ada.signIn();
  const { members } = (await owner.call("GET", "/members")).body as { members: { id: string; email: string }[] };
  const id = members.find(({ email }) => email === mia.email)?.id;
  expect((await owner.call("DELETE", `/members/${id}`)).status).toBe(200);
  // A stream finds it with its next sign of life, every 15 seconds.
  await expect(pages[0]).toHaveURL(/\/sign-in\?next=/, { timeout: 30_000 });
  await expect(pages[1].getByText("Page not found")).toBeVisible({ timeout: 30_000 });
});
