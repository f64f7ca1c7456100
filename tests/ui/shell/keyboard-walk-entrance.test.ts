import { expect, test } from "../../support/fixtures";
import { addMember, idOf, invited, resetLink } from "../../support/members";
import { choose, expectFocusKept, named, press, typeInto, unplugMouse, walker } from "../keyboard";

test("keyboard: an invitation is accepted with a name and a password", async ({ ada, browser }) => {
  const { token } = await invited(await ada.signIn(), "noor@example.com");
  const page = await (await browser.newContext({ baseURL: ada.url })).newPage();
  await unplugMouse(page);
  await page.goto(`/invite#${token}`);
  await expect(page.getByLabel("Your name")).toBeFocused();
  await page.keyboard.type("Noor Ali");
  await typeInto(page.getByLabel("Password"), "short");
  await press(named(page, "Join"));
  await expect(page.getByLabel("Password")).toBeFocused();
  await typeInto(page.getByLabel("Password"), "a password of Noor");
  await press(named(page, "Join"));
  await page.waitForURL(`**/${ada.workspace}/chats`);
});

test("keyboard: a new password is set by a reset link", async ({ ada, browser }) => {
  const tom = await addMember(ada, { name: "Tom Ray" });
  const owner = await ada.signIn();
  const token = await resetLink(owner, await idOf(owner, tom.email));
  const page = await (await browser.newContext({ baseURL: ada.url })).newPage();
  await unplugMouse(page);
  await page.goto(`/reset#${token}`);
  await expect(page.getByLabel("New password")).toBeFocused();
  await page.keyboard.type("another password of Tom");
  await press(named(page, "Set password"));
  await page.waitForURL(`**/${ada.workspace}/chats`);
});

test("keyboard: in the simulator a customer is added, and writes", async ({ ada, signedIn }) => {
  const page = await walker({ team: ada, signedIn });
  await page.goto("/simulator");
  const dialog = page.getByRole("dialog");
  await expect(async () => {
    await press(named(page, "New customer"));
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await choose(dialog.getByLabel("Channel"), "WhatsApp");
  await typeInto(dialog.getByLabel("Phone"), "+44 7911 123456");
  await press(dialog.getByRole("button", { name: "Add customer" }));
  await expect(dialog).toHaveCount(0);
  await expectFocusKept(page);
});

test("keyboard: an agent links a visitor to the suggested contact, and goes to the other chat of that person", async ({
  ada,
  signedIn,
}) => {
  const phone = "447911123456";
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone } });
  await ada.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "From my phone");
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada", phone }, "From your page");
  const page = await walker({ team: ada, signedIn }, `chats/${chatId}`);
  const link = named(page, "Link contact");
  await press(link);
  // Whoever undoes in the toast is back where they were, and Tab leaves a toast that stays.
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await press(undo);
  await expect(undo).toHaveCount(0);
  await expectFocusKept(page);
  await press(link);
  await expect(undo).toBeVisible();
  await expect(link).toHaveCount(0);
  await expectFocusKept(page);
  const others = page.getByRole("list", { name: "Also writes on" }).getByRole("link");
  await press(others);
  await expect(page.getByRole("log", { name: "Conversation" })).toContainText("From my phone");
  await expectFocusKept(page);
});
