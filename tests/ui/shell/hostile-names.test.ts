import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures";

/** Overrides the direction of the following text, and closes isolates that it did not open. */
const bidiName = "\u202eMARK\u2069\u2067 Lange";
const stackedName = `Z${"\u0335\u0300\u0301\u030d\u0316\u0317\u0323\u0330".repeat(12)}oe`;

/** Blocks of text in which the name is on one line with other text and not isolated from it. */
const unisolatedNames = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility() || !node.textContent?.includes("MARK") || parent.closest("script, style, textarea, [aria-live]"))
        continue;
      let block: Element = parent;
      while (
        getComputedStyle(block).display === "inline" &&
        !getComputedStyle(block).unicodeBidi.startsWith("isolate") &&
        block.parentElement
      )
        block = block.parentElement;
      if (block.textContent?.trim() !== node.textContent.trim()) found.push(block.outerHTML);
    }
    return found;
  });

test("a name with bidirectional control characters does not affect the text beside it", async ({ ada, receiver, signedIn }) => {
  const owner = await ada.signIn();
  await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/${ada.workspace}` });
  // Such characters are trimmed around a button's label and kept inside it.
  const label = `a${bidiName}z`;
  const button = await owner.call("POST", "/actions/buttons", { label, action: "refund", options: { confirms: true } });
  const key = await owner.call("POST", "/keys", { name: label });
  expect([button.status, key.status]).toEqual([201, 201]);
  await ada.api("PUT", "/contacts/user_1", { body: { name: bidiName, phone: "447911123456", attributes: { [bidiName]: bidiName } } });
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456", name: bidiName });
  await ada.api("POST", "/events", { body: { event: `Payment of ${bidiName} failed`, userId: "user_1" } });
  await owner.call("POST", `/chats/${chatId}/messages`, { id: "01980000-0000-7000-8000-000000000001", kind: "note", text: "Hello" });

  const page = await signedIn(ada, `/chats/${chatId}`);
  await expect(page.getByRole("heading", { name: "MARK" }).first()).toBeVisible();
  expect(await unisolatedNames(page)).toEqual([]);

  await page.getByRole("group", { name: "Actions" }).getByRole("button", { name: "MARK" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await unisolatedNames(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "MARK" }).click();
  await expect(page.getByText("Pressed by")).toBeVisible();
  expect(await unisolatedNames(page)).toEqual([]);

  for (const path of ["settings/audit", "settings/actions", "settings/actions/calls", "settings/developers", "settings/members"]) {
    await page.goto(`/${ada.workspace}/${path}`);
    if (path !== "settings/members") await expect(page.getByText("MARK").filter({ visible: true }).first()).toBeVisible();
    expect(await unisolatedNames(page), path).toEqual([]);
  }
  await page.goto(`/${ada.workspace}/settings/developers`);
  await page
    .getByRole("button", { name: /^Revoke/ })
    .first()
    .click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  expect(await unisolatedNames(page)).toEqual([]);
});

test("stacked combining marks do not draw over neighbouring rows", async ({ ada, signedIn }) => {
  const put = (name: string) =>
    ada.api("PUT", "/contacts/user_1", { body: { name, attributes: { a_before: "x", b_name: name, c_after: "x" } } });
  await ada.api("PUT", "/contacts/user_1", { body: { phone: "447911123456" } });
  await put("Zoe");
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456" });
  const page = await signedIn(ada, `/chats/${chatId}`, { viewport: { width: 1440, height: 900 } });
  const person = page.getByRole("region", { name: "Person" });
  await expect(person.getByRole("heading", { name: "Zoe" })).toBeVisible();
  const neighbours = [
    person.getByText("user_1"),
    person.getByText("a before"),
    person.getByText("c after"),
    person.getByText("x", { exact: true }).first(),
  ];
  const pictures = () => Promise.all(neighbours.map((row) => row.screenshot({ animations: "disabled" })));

  const before = await pictures();
  await put(stackedName);
  await expect(person.getByRole("heading", { name: stackedName })).toBeVisible();
  for (const [index, picture] of (await pictures()).entries())
    expect(picture.equals(before[index] as Buffer), `neighbour ${index}`).toBe(true);
});

test("a name of 200 characters does not enlarge the composer", async ({ ada, signedIn }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { name: "N".repeat(200), phone: "447911123456" } });
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone: "447911123456" });
  const page = await signedIn(ada, `/chats/${chatId}`, { viewport: { width: 390, height: 844 } });
  const box = page.getByRole("textbox", { name: "Message" });
  expect(await box.getAttribute("placeholder")).toBe(`Reply to \u2068${"N".repeat(24)}\u2069…`);
  const { height } = (await box.boundingBox()) ?? { height: Number.POSITIVE_INFINITY };
  expect(height).toBeLessThanOrEqual(60);
});
