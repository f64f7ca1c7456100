import { newId } from "@/lib/kernel/ids";
import { assign, teamOf } from "../../support/chat-work";
import { customer } from "../../support/desk";
import { png } from "../../support/files";
import { expect, test } from "../../support/fixtures";
import { newBrowser, ownChat, pushMs } from "../../support/push";
import { newVisitor, onlyChat, openWebsite } from "../../support/visitor";

test("push services that never answer delay nobody in another workspace, and are left alone after their time-outs", async ({
  ada,
  bob,
  receiver,
}) => {
  const [{ session }, bobs] = [await ownChat(ada), await ownChat(bob)];
  let timeouts = 0;
  const silent = Array.from({ length: 20 }, () => newBrowser(receiver));
  for (const { path } of silent) receiver.on(path, () => (response) => response.on("close", () => (timeouts += 1)));
  for (const browser of silent) await browser.subscribe(session);
  const fine = newBrowser(receiver);
  await fine.subscribe(bobs.session);
  const calls = () => silent.reduce((count, browser) => count + browser.calls().length, 0);

  await ada.sendMessage(customer, "Nobody hears this");
  await expect.poll(calls, { timeout: pushMs }).toBeGreaterThan(0);
  await bob.sendMessage(customer, "Hello?");
  await expect.poll(fine.pushed, { timeout: pushMs }).toMatchObject([{ body: "Hello?" }]);
  // A few at a time: the others were not tried yet, and are not once the first ones were not answered.
  const before = calls();
  expect(before).toBeLessThan(silent.length);
  await expect.poll(() => timeouts, { timeout: pushMs }).toBe(before);
  for (const { path } of silent) receiver.on(path, () => ({ status: 201 }));
  const third = await ada.sendMessage({ channel: "whatsapp", phone: "447911000003", name: "Sam" });
  await assign(session, third.chatId, (await teamOf(session))[0]?.id ?? "");
  const other = await bob.sendMessage({ channel: "whatsapp", phone: "447911000003", name: "Sam" });
  await assign(bobs.session, other.chatId, (await teamOf(bobs.session))[0]?.id ?? "");
  await ada.sendMessage({ channel: "whatsapp", phone: "447911000003", name: "Sam" }, "Nor this");
  await bob.sendMessage({ channel: "whatsapp", phone: "447911000003", name: "Sam" }, "And this?");
  await expect.poll(() => fine.pushed().length, { timeout: pushMs }).toBe(2);
  expect(calls()).toBe(before);
});

test("a photo without a text, and somebody without a name, are named in the browser's language", async ({ ada, receiver }) => {
  const session = await openWebsite(ada);
  const [german, english] = [newBrowser(receiver), newBrowser(receiver)];
  await german.subscribe(session, { kinds: ["unassigned"], locale: "de" });
  await english.subscribe(session, { kinds: ["unassigned"], locale: "xx" });
  const visitor = newVisitor(ada);
  const file = await visitor.call("POST", "/attachments", png, { headers: { "x-file-name": "photo.png" } });
  await visitor.call("POST", "/messages", { id: newId(), text: "", attachments: [file.body["id"]] });
  await expect.poll(german.pushed, { timeout: pushMs }).toMatchObject([{ title: /^Besucher \S{4}$/, body: "Foto" }]);
  await expect.poll(english.pushed, { timeout: pushMs }).toMatchObject([{ title: /^Visitor \S{4}$/, body: "Photo" }]);
  const news = await session.call("GET", `/notifications?kinds=unassigned&chats=${await onlyChat(session)}:0`);
  expect(news.body["items"]).toMatchObject([{ text: "Photo", line: { what: "photo" } }]);
});
