import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";
import { addMember } from "../../support/members";

const row = (page: Page) => page.getByRole("navigation", { name: "Chats" }).getByRole("link").first();

test("the chat list names the author of the last message: You, or the colleague's name", async ({ ada, signedIn }) => {
  const tom = await addMember(ada, { name: "Tom Ray" });
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Noor" }, "Hello");
  const [owner, agent] = [await signedIn(ada), await signedIn(ada, "", { as: tom })];
  for (const page of [owner, agent]) await page.goto(`/${ada.workspace}/chats/${chatId}`);
  await agent.getByRole("textbox", { name: "Message" }).fill("It is on its way.");
  await agent.getByRole("button", { name: "Send", exact: true }).click();
  for (const again of [false, true]) {
    if (again) for (const page of [owner, agent]) await page.reload();
    await expect(row(agent)).toContainText("You: It is on its way.");
    await expect(row(owner)).toContainText("Tom Ray: It is on its way.");
    await expect(row(owner)).not.toContainText("You:");
  }
});
