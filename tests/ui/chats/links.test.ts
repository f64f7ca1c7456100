import type { Locator } from "@playwright/test";
import { chat, expect, log, openChat, teamView, test, visit, write } from "../shop";

const linked = ["https://example.com/a?b=1#c", "http://shop.example/(x", "mailto:ada@example.com", "tel:+447911123456"];
const text = `See https://example.com/a?b=1#c, or (http://shop.example/(x). Write mailto:ada@example.com; call tel:+447911123456!
Not javascript:alert(1), data:text/html,x, ftp://files.example, www.example.com, hotel:5, https://bank.example@evil.example or tel:`;

/** The address, the relation and the tab of each link. */
const linksIn = (within: Locator) =>
  within.getByRole("link").evaluateAll((links) => links.map((link) => ["href", "rel", "target"].map((name) => link.getAttribute(name))));
const expected = linked.map((href) => [href, "noopener noreferrer", href.startsWith("http") ? "_blank" : null]);

test("addresses in messages and notes are links by one rule, on the desk and in the widget", async ({
  ada,
  shop,
  owner,
  browser,
  signedIn,
}) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await write(page, text.replace("\n", " "));
  await expect(log(page)).toContainText("call tel:+447911123456!");
  await expect.poll(() => linksIn(log(page))).toEqual(expected);
  await expect.poll(async () => (await teamView(owner)).chats.length).toBe(1);

  const [first] = (await teamView(owner)).chats;
  const desk = await signedIn(ada, `/chats/${first?.id}`);
  const conversation = desk.getByRole("log", { name: "Conversation" });
  await expect.poll(() => linksIn(conversation)).toEqual(expected);
  await desk.getByRole("textbox", { name: "Message" }).fill(text);
  await desk.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => linksIn(conversation)).toEqual([...expected, ...expected]);
  await expect.poll(() => linksIn(log(page))).toEqual([...expected, ...expected]);
  await desk.getByRole("button", { name: "Private note" }).click();
  await desk.getByRole("textbox", { name: "Message" }).fill(text);
  await desk.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(() => linksIn(conversation)).toEqual([...expected, ...expected, ...expected]);
  await expect(chat(page).getByText("Not javascript:alert(1)").first()).toBeVisible();
});
