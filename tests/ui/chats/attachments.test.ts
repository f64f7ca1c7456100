import type { Page } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { type Desk, newDesk } from "../../support/desk";
import { html, jpeg, padded, pdf, png, withPage } from "../../support/files";
import { expect, type SignedIn, type Team, test } from "../../support/fixtures";
import { gate } from "../../support/gate";
import type { Receiver } from "../../support/receiver";
import { upload } from "../../support/uploads";

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const box = (page: Page) => page.getByRole("textbox", { name: "Message" });
const chips = (page: Page) => page.getByRole("list", { name: "Attached files" }).getByRole("listitem");
const sendButton = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
const uploadRoute = "**/attachments";

type Given = { ada: Team; receiver: Receiver; signedIn: SignedIn };
const website = () => ({ channel: "website", visitorId: newId().slice(0, 18), name: "Ada" });

/** A chat on the website in an agent's browser. */
async function open({ ada, receiver, signedIn }: Given, from: object = website()): Promise<{ desk: Desk; page: Page }> {
  const desk = await newDesk(ada, receiver, from);
  const page = await signedIn(ada, `/chats/${desk.chatId}`);
  await expect(box(page)).toBeEditable();
  return { desk, page };
}

const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type="file"]').setInputFiles(files);
const photo = { name: "photo.png", mimeType: "image/png", buffer: png };
const invoice = { name: "Invoice 7.pdf", mimeType: "application/pdf", buffer: pdf };

type Transfer = { type: "paste" | "drop"; files: { name: string; type: string; data: string }[]; text?: string };

/** Pastes into the message, or drops somewhere on the page. */
async function give(page: Page, given: Transfer): Promise<void> {
  await page.evaluate(({ type, files, text }) => {
    const data = new DataTransfer();
    for (const file of files) data.items.add(new File([Uint8Array.from(atob(file.data), (char) => char.charCodeAt(0))], file.name, file));
    if (text) data.setData("text/plain", text);
    const options = { bubbles: true, cancelable: true };
    if (type === "paste")
      document.querySelector("textarea")?.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
    else
      for (const step of ["dragover", "drop"])
        document.querySelector("[role=log]")?.dispatchEvent(new DragEvent(step, { ...options, dataTransfer: data }));
  }, given);
}

test("chosen files are uploaded, can be removed, and go with the message as a picture and a file to save", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const { desk, page } = await open({ ada, receiver, signedIn });
  await choose(page, photo, invoice, { name: "second.jpg", mimeType: "image/jpeg", buffer: jpeg });
  await expect(chips(page)).toHaveCount(3);
  await expect(chips(page).filter({ hasText: "Invoice 7.pdf" })).toContainText("1 KB");
  await page.getByRole("button", { name: /^Remove .*second\.jpg/ }).click();
  await expect(chips(page)).toHaveCount(2);
  await box(page).fill("Both, as promised");
  await sendButton(page).click();
  await expect(chips(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue("");

  const picture = log(page).getByRole("img", { name: /photo\.png/ });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const downloading = page.waitForEvent("download");
  await log(page)
    .getByRole("link", { name: /Download.*Invoice 7\.pdf/ })
    .click();
  expect((await downloading).suggestedFilename()).toBe("Invoice 7.pdf");
  const sent = (await desk.items()).filter(({ kind }) => kind === "message").slice(1);
  expect(sent).toMatchObject([{ text: "Both, as promised", content: { attachments: [{ name: "photo.png" }, { name: "Invoice 7.pdf" }] } }]);
});

test("a message may be only a file, and a WhatsApp message takes one file each, the first with the text", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const { desk, page } = await open({ ada, receiver, signedIn }, { channel: "whatsapp", phone: "447911000001", name: "Ada" });
  await choose(page, photo);
  await expect(sendButton(page)).toBeEnabled();
  await sendButton(page).click();
  await expect(log(page).getByRole("img")).toHaveCount(1);
  await choose(page, photo, invoice);
  await box(page).fill("And these");
  await expect(chips(page)).toHaveCount(2);
  await expect(sendButton(page)).toBeEnabled();
  await sendButton(page).click();
  await expect(log(page).getByRole("img")).toHaveCount(2);
  const texts = async () => (await desk.items()).flatMap((item) => (item.kind === "message" ? [item.text] : [])).slice(1);
  await expect.poll(texts).toEqual(["", "And these", ""]);
});

test("pasted and dropped files are attached, and pasted text stays text", async ({ ada, receiver, signedIn }) => {
  const { page } = await open({ ada, receiver, signedIn });
  const file = { name: "image.png", type: "image/png", data: png.toString("base64") };
  await give(page, { type: "paste", files: [file] });
  await expect(chips(page)).toHaveCount(1);
  await give(page, { type: "drop", files: [file, { name: "a.pdf", type: "application/pdf", data: pdf.toString("base64") }] });
  await expect(chips(page)).toHaveCount(3);
  await give(page, { type: "paste", files: [file], text: "A table" });
  await expect(chips(page)).toHaveCount(3);
  expect(page.url()).toContain("/chats/");
});

test("says why a file cannot be sent, before and after it was uploaded, and sends nothing while one is on its way", async ({
  ada,
  receiver,
  signedIn,
}) => {
  const { page } = await open({ ada, receiver, signedIn });
  await choose(page, { name: "page.png", mimeType: "image/png", buffer: html });
  await expect(chips(page)).toContainText("the content of this file is none");
  await choose(page, { name: "large.pdf", mimeType: "application/pdf", buffer: padded(pdf, 10 * 1024 * 1024 + 1) });
  await expect(chips(page).filter({ hasText: "large.pdf" })).toContainText("at most 10 MB");
  for (const name of ["page.png", "large.pdf"]) await page.getByRole("button", { name: new RegExp(`^Remove .*${name}`) }).click();

  await page.route(uploadRoute, (route) => route.abort());
  await choose(page, photo);
  await expect(chips(page)).toContainText("did not arrive");
  await page.getByRole("button", { name: /^Remove .*photo\.png/ }).click();
  await page.unroute(uploadRoute);

  const { opened: held, open: release } = gate();
  await page.route(uploadRoute, async (route) => {
    await held;
    await route.continue();
  });
  await box(page).fill("Wait for it");
  await choose(page, photo);
  await expect(page.getByRole("progressbar", { name: /photo\.png/ })).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
  release();
  await expect(sendButton(page)).toBeEnabled();
});

test("files of a draft and of unsent messages survive a reload, and are sent once", async ({ ada, receiver, signedIn }) => {
  const { desk, page } = await open({ ada, receiver, signedIn });
  await choose(page, photo);
  await expect(sendButton(page)).toBeEnabled();
  await page.reload();
  await expect(chips(page)).toContainText("photo.png");
  await page.route("**/messages", (route) => route.abort());
  await sendButton(page).click();
  await expect(log(page).getByText("Not sent")).toHaveCount(1);
  await page.reload();
  await expect(log(page).getByText("Not sent")).toHaveCount(1);
  await page.unroute("**/messages");
  await expect(log(page).getByRole("img", { name: /photo\.png/ })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(log(page).getByText("Not sent")).toHaveCount(0);
  await expect.poll(async () => (await desk.items()).filter(({ kind }) => kind === "message").length).toBe(2);
  await page.reload();
  await expect(log(page).getByRole("img", { name: /photo\.png/ })).toHaveCount(1);
});

test("a note takes no files: they wait for the reply", async ({ ada, receiver, signedIn }) => {
  const { desk, page } = await open({ ada, receiver, signedIn });
  await choose(page, photo);
  await expect(sendButton(page)).toBeEnabled();
  await page.getByRole("button", { name: "Private note" }).click();
  await expect(chips(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Attach files" })).toHaveCount(0);
  await box(page).fill("She is waiting for the photo");
  await sendButton(page).click();
  await page.getByRole("button", { name: "Reply", exact: true }).click();
  await expect(chips(page)).toContainText("photo.png");
  expect((await desk.items()).find(({ kind }) => kind === "note")).toMatchObject({ text: "She is waiting for the photo" });
});

test("a page inside a file never runs: an image stays an image, and a PDF file is saved", async ({ ada, receiver, signedIn }) => {
  const { desk, page } = await open({ ada, receiver, signedIn });
  const address = (id: string) => `/api/w/${ada.workspace}/attachments/${id}`;
  const image = await upload(desk.session, desk.chatId, { name: "page.html", bytes: withPage(png) });
  await page.goto(address(image.id));
  expect(await page.evaluate(() => ({ type: document.contentType, title: document.title }))).toMatchObject({ type: "image/png" });
  expect(await page.title()).not.toBe("ran");

  const other = await upload(desk.session, desk.chatId, { name: "page.html", bytes: withPage(pdf) });
  const downloading = page.waitForEvent("download");
  await page.goto(address(other.id)).catch(() => undefined);
  expect((await downloading).suggestedFilename()).toBe("page.html.pdf");

  // Loaded as anything else, from one of our own pages.
  await page.goto(`/${ada.workspace}/chats/${desk.chatId}`);
  const outcome = await page.evaluate(async (src) => {
    const script = new Promise((resolve) => {
      const element = Object.assign(window.document.createElement("script"), { src });
      element.onload = () => resolve("ran");
      element.onerror = () => resolve("refused");
      window.document.head.append(element);
    });
    const frame = Object.assign(window.document.createElement("iframe"), { src });
    const message = new Promise((resolve) => {
      window.addEventListener("message", ({ data }) => data === "ran" && resolve("ran"));
      frame.onload = () => setTimeout(() => resolve("silent"), 300);
    });
    window.document.body.append(frame);
    return Promise.all([script, Promise.race([message, new Promise((resolve) => setTimeout(() => resolve("silent"), 3_000))])]);
  }, address(image.id));
  expect(outcome).toEqual(["refused", "silent"]);
});
