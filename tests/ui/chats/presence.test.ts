import type { Page } from "@playwright/test";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import { addMember } from "../../support/members";

const box = (page: Page) => page.getByRole("textbox", { name: "Message" });
const looking = (page: Page, text: string) =>
  page
    .getByRole("region", { name: /^Chat with/ })
    .getByText(text, { exact: true })
    .filter({ visible: true });
const notice = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** The owner and Tom, who look at the same chat. */
async function twoAgents(team: Team, signedIn: SignedIn): Promise<{ chat: string; mia: Page; tom: Page }> {
  const tom = await addMember(team, { name: "Tom Ray" });
  const { chatId } = await team.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada Okafor" });
  const chat = `/${team.workspace}/chats/${chatId}`;
  const pages = { mia: await signedIn(team), tom: await signedIn(team, "", { as: tom }) };
  const connected = pages.mia.waitForResponse(/\/stream$/);
  await pages.mia.goto(chat);
  await connected;
  await pages.tom.goto(chat);
  await expect(looking(pages.mia, "Tom Ray is looking at this chat")).toBeVisible();
  return { chat, ...pages };
}

test("shows who else looks at the chat, until they leave it", async ({ ada, signedIn }) => {
  const { chat, mia, tom } = await twoAgents(ada, signedIn);
  // Also of who was there before.
  await expect(looking(tom, "Olga Owner is looking at this chat")).toBeVisible();
  await expect(looking(tom, "Tom Ray is looking at this chat")).toHaveCount(0);
  await tom.goto(`/${ada.workspace}/chats`);
  await expect(looking(mia, "Tom Ray is looking at this chat")).toHaveCount(0);
  await tom.goto(chat);
  await expect(looking(mia, "Tom Ray is looking at this chat")).toBeVisible();
  await tom.goto("about:blank");
  await expect(looking(mia, "Tom Ray is looking at this chat")).toHaveCount(0);
});

test("shows who was there to an agent whose stream is slow, and after a hidden tab", async ({ ada, signedIn }) => {
  const tom = await addMember(ada, { name: "Tom Ray" });
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada Okafor" });
  const chat = `/${ada.workspace}/chats/${chatId}`;
  const mias = await signedIn(ada);
  const connected = mias.waitForResponse(/\/stream$/);
  await mias.goto(chat);
  await connected;

  const toms = await signedIn(ada, "", { as: tom });
  const stream = gate();
  await toms.route(/\/stream$/, async (route) => {
    await stream.opened;
    await route.continue();
  });
  await toms.goto(chat);
  await expect(box(toms)).toBeVisible();
  // Long enough for an answer that the stream could not bring.
  await toms.evaluate(() => fetch("/api/health"));
  await mias.evaluate(() => fetch("/api/health"));
  stream.open();
  await expect(looking(toms, "Olga Owner is looking at this chat")).toBeVisible();
  await expect(looking(mias, "Tom Ray is looking at this chat")).toBeVisible();

  const turn = (page: Page, visibility: "hidden" | "visible") =>
    page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, visibility);
  await turn(toms, "hidden");
  await expect(looking(mias, "Tom Ray is looking at this chat")).toHaveCount(0);
  await turn(toms, "visible");
  await expect(looking(mias, "Tom Ray is looking at this chat")).toBeVisible();
});

test("shows who is replying above the field, but not who writes a note", async ({ ada, signedIn }) => {
  const { mia, tom } = await twoAgents(ada, signedIn);
  await tom.getByRole("button", { name: "Private note" }).click();
  await box(tom).pressSequentially("She is a VIP.");
  await expect(notice(mia, "Tom Ray is replying")).toHaveCount(0);
  await tom.getByRole("button", { name: "Reply", exact: true }).click();
  await box(tom).pressSequentially("Dear Ada");
  await expect(notice(mia, "Tom Ray is replying")).toBeVisible();
  // The field is empty again: nothing is being replied.
  await box(tom).fill("");
  await expect(notice(mia, "Tom Ray is replying")).toHaveCount(0);
  await expect(looking(mia, "Tom Ray is looking at this chat")).toBeVisible();
});

test("says that a colleague answered while a reply is being written, also after another chat was open", async ({ ada, signedIn }) => {
  const { mia, tom } = await twoAgents(ada, signedIn);
  await ada.sendMessage({ channel: "website", visitorId: "v_2", name: "Luis" }, "Hola");
  await box(mia).fill("Dear Ada, we");
  await box(tom).fill("It is on its way.");
  await tom.getByRole("button", { name: "Send", exact: true }).click();
  await expect(notice(mia, "Tom Ray answered")).toContainText(/Tom Ray answered \d\d:\d\d/);
  await expect(notice(mia, "Tom Ray is replying")).toHaveCount(0);
  await mia.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice(mia, "Tom Ray answered")).toHaveCount(0);

  await mia.getByRole("navigation", { name: "Chats" }).getByRole("link").filter({ hasText: "Luis" }).click();
  await expect(mia.getByRole("log", { name: "Conversation" })).toContainText("Hola");
  await box(tom).fill("Tomorrow at the latest.");
  await tom.getByRole("button", { name: "Send", exact: true }).click();
  await expect(tom.getByRole("log", { name: "Conversation" })).toContainText("Tomorrow at the latest.");
  await mia.getByRole("navigation", { name: "Chats" }).getByRole("link").filter({ hasText: "Ada Okafor" }).click();
  await expect(box(mia)).toHaveValue("Dear Ada, we");
  await expect(notice(mia, "Tom Ray answered")).toBeVisible();

  // One's own answer is none of a colleague.
  await mia.getByRole("button", { name: "Send", exact: true }).click();
  await expect(notice(mia, "Tom Ray answered")).toHaveCount(0);
});

test("says nothing of a colleague's answer while no reply is being written", async ({ ada, signedIn }) => {
  const { mia, tom } = await twoAgents(ada, signedIn);
  await mia.getByRole("button", { name: "Private note" }).click();
  await box(mia).fill("A note in the making");
  await box(tom).fill("It is on its way.");
  await tom.getByRole("button", { name: "Send", exact: true }).click();
  await expect(mia.getByRole("log", { name: "Conversation" })).toContainText("It is on its way.");
  await expect(notice(mia, "Tom Ray answered")).toHaveCount(0);
});
