import { phone, putContact, recordEvent, whatsapp } from "../../api/helpers";
import { expect, test } from "../../support/fixtures";
import { expectAccessibleInEveryLook } from "../accessible";
import { openHydrated } from "../browser";

test("an admin pastes an event and reads every problem of it, then which chats would get its card", async ({ ada, signedIn }) => {
  await putContact(ada, "user_8841", { phone, name: "Ada Okafor" });
  const { chatId } = await ada.sendMessage(whatsapp);
  const closed = await ada.sendMessage({ channel: "website", visitorId: "v", userId: "user_8841" });
  await (await ada.signIn()).call("POST", `/chats/${closed.chatId}/status`, { status: "closed" });
  const page = await signedIn(ada, "/settings/requests");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Event inspector" }).click();
  const body = page.getByRole("textbox", { name: "Body of POST /api/v1/events" });
  const inspect = page.getByRole("button", { name: "Inspect" });

  await body.fill('{ "event": "", "level": "loud", "user_id": "user_8841" }');
  await inspect.press("Enter");
  await expect(page.getByRole("region", { name: "3 problems" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByText("You send user_id; the field is userId.")).toBeVisible();

  await body.fill('{ "event": "Card declined", "userId": "user_8841" }');
  await inspect.press("Enter");
  const does = page.getByRole("region", { name: "What it would do" });
  await expect(does).toContainText("Would be a problem: the word declined.");
  await expect(does.getByText("Would be posted to 1 chat")).toBeVisible();
  await page.getByText("Words that make a name a problem").press("Enter");
  await expect(page.getByText("fehlgeschlagen, fehlgeschlagene")).toBeVisible();
  await expect(does.getByRole("link", { name: "Ada Okafor" }).first()).toHaveAttribute("href", `/${ada.workspace}/chats/${chatId}`);
  await expect(does.getByRole("listitem").nth(1)).toContainText("The chat is closed");
  await body.fill('{ "event": "Dispute won", "userId": "user_8841" }');
  await inspect.press("Enter");
  await expect(does).toContainText("“won” says that “dispute” is no problem.");
  await expectAccessibleInEveryLook(page);
});

test("an agent opens on an event why it is where it is, in a chat and on the contact's page", async ({ ada, signedIn }) => {
  await putContact(ada, "user_8841", { phone, name: "Ada Okafor" });
  const { chatId } = await ada.sendMessage(whatsapp);
  const closed = await ada.sendMessage({ channel: "website", visitorId: "v", userId: "user_8841" });
  const session = await ada.signIn();
  await session.call("POST", `/chats/${closed.chatId}/status`, { status: "closed" });
  await recordEvent(ada, { event: "Card declined", userId: "user_8841" });
  await session.call("POST", `/chats/${closed.chatId}/status`, { status: "open" });
  const page = await signedIn(ada, `/chats/${chatId}`);

  const why = page.getByRole("button", { name: "Where it appeared, and why" }).first();
  await why.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Where it appeared, and why" });
  await expect(dialog).toContainText("Its name has the word declined, which makes it a problem.");
  await expect(dialog.getByRole("heading", { name: "1 chat got its card" })).toBeVisible();
  await expect(dialog.getByRole("listitem").first().getByRole("link", { name: "Ada Okafor" })).toHaveAttribute("href", new RegExp(chatId));
  await expect(dialog.getByRole("listitem").nth(1)).toContainText("The chat was closed");
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press("Escape");
  await expect(why).toBeFocused();

  const { items } = (await session.call("GET", "/contacts")).body as { items: { id: string }[] };
  await openHydrated(page, `/${ada.workspace}/contacts/${items[0]?.id}`);
  const entry = page.getByRole("list", { name: "Timeline" }).getByRole("listitem").filter({ hasText: "Card declined" });
  await entry.getByRole("button", { name: "Where it appeared, and why" }).click();
  await expect(dialog.getByText("The chat was closed")).toBeVisible();
});
