import { phone, putContact, whatsapp } from "../../api/helpers";
import { expect, test } from "../../support/fixtures";
import { expectAccessibleInEveryLook } from "../accessible";

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
  await expect(does.getByRole("link", { name: "Ada Okafor" }).first()).toHaveAttribute("href", `/${ada.workspace}/chats/${chatId}`);
  await expect(does.getByRole("listitem").nth(1)).toContainText("The chat is closed");
  await expectAccessibleInEveryLook(page);
});
