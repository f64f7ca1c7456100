import { expect } from "../../support/fixtures";
import { connectWhatsApp, idIn, kinds, newPhone, sendWebhook, webhookWith } from "../../support/whatsapp";
import { find, snippets, whenFound } from "../search-helpers";
import { whatsAppTest as test } from "../whatsapp-helpers";

test.describe.configure({ mode: "default" });

test("a message is found as it was edited, and not after it was removed", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const customer = { phone: newPhone() };
  const [wrong, secret] = [kinds.text(customer, "My wrogn adress"), kinds.text(customer, "My secret pineapple")];
  await sendWebhook(channel, webhookWith(wrong, secret));
  await whenFound(session, "wrogn", snippets).toEqual(["My wrogn adress"]);
  await whenFound(session, "pineapple", snippets).toEqual(["My secret pineapple"]);
  await sendWebhook(channel, webhookWith(kinds.edit(customer, idIn(wrong), "My right address"), kinds.revoke(customer, idIn(secret))));
  await whenFound(session, "right address", snippets).toEqual(["My right address"]);
  expect(snippets(await find(session, "wrogn"))).toEqual([]);
  // The two changes may be indexed one after the other.
  await whenFound(session, "pineapple", snippets).toEqual([]);
});
