import { newId } from "@/lib/kernel/ids";
import { customer, newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import type { ReceiverReply } from "../../support/receiver";
import { panelOf, putContact } from "../helpers";

const word = "xylophone";

test("does not store the content of a reply that arrives after the result and the contact's deletion", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await putContact(ada, "user_1", { phone: customer.phone, name: word });
  let reply: (reply: ReceiverReply) => void = () => {};
  desk.replyWith(new Promise((resolve) => (reply = resolve)));
  const callId = newId();
  expect((await desk.press(callId)).status).toBe(202);
  await expect.poll(() => desk.calls().length).toBe(1);

  // The result arrives before the reply, and the contact is deleted in between.
  expect((await ada.api("POST", `/actions/${callId}/result`, { body: { message: "Refunded." } })).status).toBe(200);
  await desk.outcome(callId);
  expect((await ada.api("DELETE", "/contacts/user_1")).status).toBe(200);
  reply({ status: 202, headers: { "x-customer": word }, body: { message: `About ${word}.`, event: { name: word } } });

  const detail = () => desk.session.call("GET", `/calls/${callId}`);
  await expect.poll(async () => (await detail()).body["replyStatus"]).toBe(202);
  const { body, text } = await detail();
  expect(body).toMatchObject({
    state: "succeeded",
    requestBody: null,
    requestHeaders: null,
    replyHeaders: null,
    replyBody: null,
    reason: null,
  });
  expect(text).not.toContain(word);
  const panel = await panelOf(desk.session, desk.chatId);
  expect([...panel.problems, ...panel.events]).toEqual([]);
});
