import { assign, summaryOf, teamOf } from "../../support/chat-work";
import { expect, test } from "../../support/fixtures";
import { joined } from "../../support/members";

test("an admin chooses where chats come back to and after how long, off at first", async ({ ada, signedIn }) => {
  const page = await signedIn(ada, "/settings/chats");
  const form = page.getByRole("region", { name: "Chats come back" });
  const where = page.getByLabel("Pass it on");
  await expect(where).toHaveValue("off");
  await expect(page.getByLabel("When nobody answers for")).toHaveCount(0);
  await where.selectOption({ label: "To the next member who is online" });
  await page.getByLabel("When nobody answers for").selectOption({ label: "15 minutes" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Chats go to the next member who is online.")).toBeVisible();
  await page.reload();
  await expect(where).toHaveValue("next");
  await expect(page.getByLabel("When nobody answers for")).toHaveValue("15");
});

test("after a minute a chat of somebody who is offline goes to who has a tab open, who keeps theirs, and a line says it", {
  tag: "@slow",
}, async ({ ada, signedIn }) => {
  test.setTimeout(240_000);
  const owner = await ada.signIn();
  const tom = await joined(ada, owner);
  const [olga] = (await teamOf(owner)).filter(({ id }) => id !== tom.id);
  const [theirs, mine] = [
    await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada Okafor" }),
    await ada.sendMessage({ channel: "website", visitorId: "v_2", name: "Luis Vega" }),
  ];
  await assign(owner, theirs.chatId, tom.id);
  await assign(owner, mine.chatId, olga?.id ?? "");
  await owner.call("PUT", "/chat-settings", { comeBack: "next", comeBackMinutes: 30 });
  const page = await signedIn(ada, `/chats/${theirs.chatId}`);
  const log = page.getByRole("log", { name: "Conversation" });
  await expect(log).toContainText(/is offline: the chat went to .*Olga Owner/, { timeout: 200_000 });
  expect((await summaryOf(owner, theirs.chatId)).assignee).toEqual(olga);
  expect((await summaryOf(owner, mine.chatId)).assignee).toEqual(olga);
});
