import type { Page } from "@playwright/test";
import type { Team } from "../support/fixtures";

export const phone = "447911123456";
export const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

export const rows = (page: Page) => page.getByRole("table").getByRole("rowheader");
export const details = (page: Page) => page.getByRole("region", { name: "Details" });

export const put = (team: Team, userId: string, body: object = {}) => team.api("PUT", `/contacts/${userId}`, { body });
export const record = (team: Team, userId: string, event: string, properties = {}) =>
  team.api("POST", "/events", { body: { event, userId, properties } });

async function contactId(team: Team, userId: string): Promise<string> {
  const { body } = await (await team.signIn()).call("GET", `/contacts?text=${userId}`);
  const items = body["items"] as { id: string; userId: string }[];
  return items.find((one) => one.userId === userId)?.id ?? "";
}

/** Opens the list, and waits until it handles keys and clicks: its fields ask for the attributes then. */
export async function listOpened(page: Page, open: () => Promise<unknown>): Promise<void> {
  const asking = page.waitForRequest(/\/attribute-display\/seen$/);
  await open();
  await asking;
}

/** A contact with chats in two channels, a problem, and events. */
export async function inTwoChannels(team: Team): Promise<{ id: string; chatId: string }> {
  const attributes = { plan: "pro", balance: 59.9, since: "2026-03-01", site: "https://shop.example.com/ada" };
  await put(team, "user_1", { name: "Ada Okafor", email: "ada@example.com", phone, attributes });
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone, name: "Ada" }, "From my phone");
  await team.sendMessage({ channel: "website", visitorId: "v_1", userId: "user_1" }, "From your page");
  await record(team, "user_1", "Order placed");
  await record(team, "user_1", "Payment failed", { amount: "59.90 EUR", reference: "INV-1" });
  return { id: await contactId(team, "user_1"), chatId };
}
