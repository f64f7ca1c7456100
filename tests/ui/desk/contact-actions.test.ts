import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { expectAccessible } from "../accessible";
import { openHydrated } from "../browser";
import { inTwoChannels, listOpened, phone, put, rows, sizes } from "../contact-helpers";

test("a contact's page has the buttons of its newest open chat, and says which one that is; without a chat it says that", async ({
  ada: team,
  receiver,
  signedIn,
}) => {
  await put(team, "user_1", { name: "Ada Okafor", phone });
  await put(team, "user_2", { name: "Noor Ali" });
  const desk = await newDesk(team, receiver, { channel: "whatsapp", phone });
  desk.replyWith({ body: { message: "Refunded." } });
  const idOf = async (userId: string) =>
    ((await desk.session.call("GET", `/contacts?text=${userId}`)).body["items"] as { id: string }[])[0]?.id ?? "";
  const page = await signedIn(team);
  await openHydrated(page, `/${team.workspace}/contacts/${await idOf("user_1")}`);
  const actions = page.getByRole("group", { name: "Actions" });
  const button = actions.getByRole("button", { name: /^Refund/ });
  await expect(page.getByRole("link", { name: "the chat on WhatsApp (open)" })).toHaveAttribute("href", new RegExp(`${desk.chatId}$`));
  await expectAccessible(page);
  await button.click();
  await expect(button).toContainText("succeeded");
  expect(desk.calls().map(({ body }) => body)).toMatchObject([{ conversationId: desk.chatId, contact: { externalId: "user_1" } }]);
  await expect(page.getByRole("list", { name: "Timeline" })).toContainText("Refunded.");

  await page.goto(`/${team.workspace}/contacts/${await idOf("user_2")}`);
  await expect(page.getByRole("region", { name: "Actions" })).toContainText("this contact has none yet");
  await expect(button).toHaveCount(0);
});

test("on a phone the filters of contacts are one button, which says how many apply", async ({ ada: team, signedIn }) => {
  await inTwoChannels(team);
  await put(team, "user_2", { name: "Noor Ali" });
  const page = await signedIn(team, "", { viewport: sizes.narrow });
  await listOpened(page, () => page.goto(`/${team.workspace}/contacts`));
  const filters = page.getByRole("search");
  await expect(rows(page)).toHaveCount(2);
  await expect(filters.getByLabel("Open problems")).toBeHidden();
  await filters.getByRole("button", { name: "Filters", exact: true }).click();
  await filters.getByLabel("Open problems").check();
  await expect(rows(page)).toHaveText([/Ada Okafor/]);
  await expectAccessible(page);
  await filters.getByRole("button", { name: "Filters (1)" }).click();
  await expect(filters.getByLabel("Open problems")).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
});
