import { expect, test } from "../../support/fixtures";

test("Unassigned can begin with customers who wait and have an open problem, and a reload keeps that", async ({ ada, signedIn }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", phone: "447911123456" } });
  await ada.sendMessage({ channel: "whatsapp", phone: "447911123456", name: "Ada Okafor" });
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
  await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Luis Vega" });
  const page = await signedIn(ada, "/chats?view=unassigned");
  const rows = page
    .getByRole("navigation", { name: "Chats" })
    .getByRole("link")
    .filter({ hasText: /Ada Okafor|Luis Vega/ });
  await expect(rows.first()).toContainText("Luis Vega");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Waiting with a problem first" }).click();
  await expect(rows.first()).toContainText("Ada Okafor");
  await expect(page).toHaveURL(/sort=problems/);
  await page.reload();
  await expect(rows.first()).toContainText("Ada Okafor");
  // It stays below them, although it is the newest.
  await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Luis Vega" }, "Hello?");
  await expect(rows.nth(1)).toContainText("Hello?");
});
