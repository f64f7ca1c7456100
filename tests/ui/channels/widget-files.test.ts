import { newId } from "@/lib/kernel/ids";
import { chat, expect, log, openChat, rows, teamView, test, visit, write } from "../shop";

/** A PNG of one pixel. */
const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

test("files go both ways: images are shown, and each can be saved as it was", async ({ ada, shop, owner, browser }) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  await chat(page)
    .locator("input[type=file]")
    .setInputFiles([
      { name: "label.png", mimeType: "image/png", buffer: png },
      { name: "invoice.pdf", mimeType: "application/pdf", buffer: pdf },
    ]);
  await expect(chat(page).getByRole("list", { name: "Files to send" }).getByRole("listitem")).toHaveText(["label.png", "invoice.pdf"]);
  await write(page, "The label is torn");
  const own = rows(page, "The label is torn");
  await expect(own.getByRole("button", { name: "Download label.png" }).locator("img")).toBeVisible();
  const saving = page.waitForEvent("download");
  await own.getByRole("button", { name: "Download invoice.pdf" }).click();
  expect((await saving).suggestedFilename()).toBe("invoice.pdf");

  const { chats, messagesOf } = await teamView(owner);
  const [message] = await messagesOf(chats[0]?.id ?? "");
  expect(message?.content?.attachments?.map(({ name }) => name)).toEqual(["label.png", "invoice.pdf"]);

  const uploaded = await fetch(`${ada.url}/api/w/${ada.workspace}/chats/${chats[0]?.id}/attachments`, {
    method: "POST",
    body: png,
    headers: { cookie: owner.cookie, origin: ada.url, "x-file-name": "new-label.png" },
  });
  const { id } = (await uploaded.json()) as { id: string };
  await owner.call("POST", `/chats/${chats[0]?.id}/messages`, { id: newId(), kind: "message", text: "", attachments: [id] });
  await expect(log(page).getByRole("button", { name: "Download new-label.png" }).locator("img")).toBeVisible();
});

test("files of other types, and too large ones, are refused before they are sent", async ({ ada, shop, owner: _, browser }) => {
  const page = await visit(browser, shop.page(ada.workspace));
  await openChat(page);
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    chat(page).locator("input[type=file]").setInputFiles({ name, mimeType, buffer });
  await choose("page.html", "text/html", Buffer.from("<script>alert(1)</script>"));
  await expect(chat(page).locator("p[role=alert]")).toHaveText("page.html is neither an image nor a PDF.");
  // Named as an image, but it is none: the server looks at the content.
  await choose("photo.png", "image/png", Buffer.from("<svg onload='alert(1)'/>"));
  await expect(chat(page).locator("p[role=alert]")).toHaveText("photo.png is neither an image nor a PDF.");
  await choose("huge.png", "image/png", Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]));
  await expect(chat(page).locator("p[role=alert]")).toHaveText("huge.png is larger than 10 MB.");
  await expect(chat(page).getByRole("list", { name: "Files to send" })).toHaveCount(0);
});
