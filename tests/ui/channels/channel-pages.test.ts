import { expect, type Team, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { connectWhatsApp, newPhone, phoneNumberId } from "../../support/whatsapp";
import { expectAccessibleInEveryLook } from "../accessible";
import { hydrated } from "../browser";

const sections = ["website", "whatsapp", "helpdesks", "conflicts"] as const;

/** Two contacts, and an event that brings the userId of one together with the phone of the other. */
async function conflict(team: Team) {
  const phone = newPhone();
  await team.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone } });
  await team.api("PUT", "/contacts/user_2", { body: { name: "Luis Torres" } });
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone });
  await team.api("POST", "/events", { body: { event: "Order placed", userId: "user_2", phone } });
  return { phone, chatId };
}

const contact = async (team: Team, userId: string) =>
  (await team.api("GET", `/contacts/${userId}`)).body["contact"] as { phone: string | null };

test("a conflict is counted in the navigation and shows both sides, and the phone can be moved", async ({ ada, signedIn }) => {
  const { phone } = await conflict(ada);
  const page = await signedIn(ada, "/settings/members");
  await page.getByRole("link", { name: /^Contact conflicts\s*1 to decide$/ }).click();
  const row = page.getByRole("list", { name: "Conflicts" }).getByRole("listitem").first();
  for (const text of ["Ada Okafor", "Luis Torres", "user_1", "user_2"]) await expect(row.getByText(text).first()).toBeVisible();
  await row.getByRole("button", { name: /^Move the phone/ }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Chats from this number are linked to user_2 from now on");
  await dialog.getByRole("button", { name: "Move phone" }).click();
  await expect(page.getByText("No conflicts")).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact conflicts", exact: true })).toBeVisible();
  expect((await contact(ada, "user_2")).phone).toBe(phone);
  expect((await contact(ada, "user_1")).phone).toBeNull();
});

test("two contacts that are kept apart stay as they were, and a second decision is refused", async ({ ada, signedIn }) => {
  const { phone } = await conflict(ada);
  const page = await signedIn(ada, "/settings/conflicts");
  const second = await page.context().newPage();
  await second.goto(`/${ada.workspace}/settings/conflicts`);
  await hydrated(second);
  await page.getByRole("button", { name: "Keep apart user_2 and user_1" }).click();
  await second.getByRole("button", { name: /^Move the phone/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep apart" }).click();
  await expect(page.getByText("No conflicts")).toBeVisible();
  await second.getByRole("alertdialog").getByRole("button", { name: "Move phone" }).click();
  await expect(second.getByText("Somebody has decided this already.").first()).toBeVisible();
  await expect(second.getByText("No conflicts")).toBeVisible();
  expect((await contact(ada, "user_1")).phone).toBe(phone);
  expect((await contact(ada, "user_2")).phone).toBeNull();
});

test("an agent cannot open the pages of channels, nor an owner of another workspace", async ({ ada, bob, signedIn }) => {
  const tom = await addMember(ada, { role: "agent" });
  for (const account of [tom, bob.owner]) {
    const page = await signedIn(ada, "", { as: account });
    for (const section of sections) expect((await page.goto(`/${ada.workspace}/settings/${section}`))?.status()).toBe(404);
  }
});

test("nothing of one workspace's channels appears in another", async ({ ada, bob, signedIn }) => {
  const owner = await ada.signIn();
  const { phone } = await conflict(ada);
  const { verifyToken } = await connectWhatsApp(ada, owner);
  await owner.call("PUT", "/helpdesks", { chatwoot: { origin: "https://chat.ada.example", accountId: "12", isOn: true } });
  const { settings } = (await owner.call("GET", "/widget")).body as { settings: object };
  const saved = await owner.call("PUT", "/widget", { ...settings, greeting: "Hello from Ada", allowedOrigins: ["https://ada.example"] });
  expect(saved.status, saved.text).toBe(200);
  const page = await signedIn(bob);
  for (const section of sections) {
    await page.goto(`/${bob.workspace}/settings/${section}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const content = await page.content();
    for (const theirs of [phone, verifyToken, phoneNumberId, "ada.example", "Hello from Ada", "Luis Torres"])
      expect(content).not.toContain(theirs);
  }
});

test("the pages of connected channels are accessible and do not scroll sideways", async ({ ada, signedIn }) => {
  const owner = await ada.signIn();
  await conflict(ada);
  await connectWhatsApp(ada, owner);
  await owner.call("POST", "/widget/secret/reveal", {});
  await owner.call("POST", "/widget/secret/rotate", {});
  await owner.call("PUT", "/helpdesks", {
    chatwoot: { origin: "https://chat.example.com", accountId: "12", isOn: true, apiToken: "chatwoot-token-of-acme-9f3c" },
    embed: { isOn: true, allowedOrigins: [] },
  });
  const page = await signedIn(ada);
  for (const section of sections) {
    await page.goto(`/${ada.workspace}/settings/${section}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    if (section === "website") await page.getByRole("switch", { name: "Allow mobile web views" }).click();
    if (section === "conflicts") await page.getByRole("button", { name: /^Move the phone/ }).click();
    await expectAccessibleInEveryLook(page, section);
  }
});
