import { expect, test } from "../../support/fixtures";
import { addMember, resetByOperator } from "../../support/members";

test("rejects a wrong password with a message, and the right one leads to the requested page", async ({ ada, browser }) => {
  const page = await (await browser.newContext({ baseURL: ada.url })).newPage();
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

test("the root path leads through the sign-in to the chats", async ({ ada, browser }) => {
  const page = await (await browser.newContext({ baseURL: ada.url })).newPage();
  await page.goto("/");
  await page.getByLabel("E-mail").fill(ada.owner.email);
  await page.getByLabel("Password").fill(ada.owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**/${ada.workspace}/chats`);
});

// On a slow network a form can be submitted before its script has loaded.
test("a form submitted before hydration does not put the password into the URL", async ({ ada, browser }) => {
  const page = await (await browser.newContext({ baseURL: ada.url, javaScriptEnabled: false })).newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(ada.owner.email);
  await page.getByLabel("Password").fill(ada.owner.password);
  await page.getByLabel("Password").press("Enter");
  await page.getByRole("button", { name: "Sign in" }).click({ force: true });
  await expect(page.getByLabel("Password")).toHaveValue(ada.owner.password);
  // Nor when an extension or a password manager submits the form.
  await page.locator("form").evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByLabel("Password")).toHaveValue("");
  expect(page.url()).toBe(`${ada.url}/sign-in`);
});

test("an open chat redirects to the sign-in when its session ends, and shows a removed member the not-found page", async ({
  ada,
  signedIn,
}) => {
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v1" });
  const people = ["Tom Ray", "Mia Berg"].map((name) => ({
    name,
    email: `${name.slice(1, 3)}-${ada.workspace}@example.com`,
    password: "a password of theirs",
  }));
  for (const person of people) await addMember(ada, { role: "agent", ...person });
  const [tom, mia] = people;
  if (!tom || !mia) throw new Error("There are two.");
  const pages = [await signedIn(ada, "", { as: tom }), await signedIn(ada, "", { as: mia })] as const;
  for (const page of pages) {
    await page.goto(`/${ada.workspace}/chats/${chatId}`);
    await expect(page.getByRole("log", { name: "Conversation" })).toBeVisible();
  }
  await resetByOperator(ada, tom.email, "another password of Tom's");
  const owner = await ada.signIn();
  const { members } = (await owner.call("GET", "/members")).body as { members: { id: string; email: string }[] };
  const id = members.find(({ email }) => email === mia.email)?.id;
  expect((await owner.call("DELETE", `/members/${id}`)).status).toBe(200);
  // The stream checks the session with each heartbeat, every 15 seconds.
  await expect(pages[0]).toHaveURL(/\/sign-in\?next=/, { timeout: 30_000 });
  await expect(pages[1].getByText("Page not found")).toBeVisible({ timeout: 30_000 });
});
