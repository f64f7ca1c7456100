import { newId } from "@/lib/kernel/ids";
import { customer, newDesk } from "../support/desk";
import { expect, test } from "../support/fixtures";
import type { Answer } from "../support/receiver";
import { panelOf, put } from "./world";

const word = "xylophone";

test("a reply that comes after the result, and after the contact was deleted, brings nothing of them back into the log of calls", async ({
  ada,
  receiver,
}) => {
  const desk = await newDesk(ada, receiver);
  await put(ada, "user_1", { phone: customer.phone, name: word });
  let answer: (answer: Answer) => void = () => {};
  desk.answers(new Promise((resolve) => (answer = resolve)));
  const callId = newId();
  expect((await desk.press(callId)).status).toBe(202);
  await expect.poll(() => desk.calls().length).toBe(1);

  // The result overtakes the reply, and the contact is gone before that comes.
  expect((await ada.api("POST", `/actions/${callId}/result`, { body: { message: "Refunded." } })).status).toBe(200);
  await desk.outcome(callId);
  expect((await ada.api("DELETE", "/contacts/user_1")).status).toBe(200);
  answer({ status: 202, headers: { "x-customer": word }, body: { message: `About ${word}.`, event: { name: word } } });

  const detail = () => desk.session.call("GET", `/calls/${callId}`);
  await expect.poll(async () => (await detail()).body["replyStatus"]).toBe(202);
  const { body, text } = await detail();
  expect(body).toMatchObject({
    state: "delivered",
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
