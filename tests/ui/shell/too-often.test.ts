import { expect, test } from "../../support/fixtures";

const refusal = {
  status: 429,
  headers: { "retry-after": "1" },
  json: { error: { code: "rate_limited", message: "More than 1200 requests in a minute. Wait 1 seconds and send it again." } },
};

test("a screen that asked too often waits and goes on, and so does a message: nobody reads of it", async ({ ada, signedIn }) => {
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911000001" });
  const page = await signedIn(ada, `/chats/${chatId}`);
  let refused = 0;
  await page.route("**/api/w/**", async (route) => {
    if (!/\/(messages|contacts)(\?|$)/.test(route.request().url()) || refused > 1) return route.fallback();
    refused += 1;
    return route.fulfill(refusal);
  });
  await page.getByRole("textbox", { name: "Message" }).fill("It works again");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => refused).toBe(2);
  await expect(page.getByRole("log", { name: "Conversation" }).getByText("It works again")).toBeVisible();
  await expect.poll(async () => (await (await ada.signIn()).call("GET", `/chats/${chatId}/items`)).text).toContain("It works again");
  await expect(page.getByText(/Not sent|More than 1200/)).toHaveCount(0);
});
