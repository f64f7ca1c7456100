import { newId } from "@/lib/kernel/ids";
import { customer, newDesk } from "../../support/desk";
import { dumpOf } from "../../support/dump";
import { expect, newTeam, test } from "../../support/fixtures";
import type { ReceiverReply } from "../../support/receiver";
import { startServer } from "../../support/server";
import { panelOf } from "../helpers";

const word = "xylophone";
const userId = "user_1";
const contact = { name: `Ada ${word}`, email: `${word}@example.com`, phone: customer.phone, attributes: { note: word } };
const notifying = (status: number): ReceiverReply => ({
  status,
  headers: { "x-customer": word },
  body: { message: `About ${word}.`, customer: word },
});
const later = { message: `More about ${word}.`, event: { name: "Refund issued", properties: { reference: word } } };

test("deletes a contact's data from its earlier calls, its running calls and calls pressed during the deletion", {
  tag: "@embedded",
}, async ({ receiver }) => {
  test.setTimeout(120_000);
  const server = await startServer({ env: { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin } });
  const team = await newTeam(server);
  const desk = await newDesk(team, receiver);
  const put = () => team.api("PUT", `/contacts/${userId}`, { body: contact });
  const remove = async () => expect((await team.api("DELETE", `/contacts/${userId}`)).status).toBe(200);
  const report = (id: string, body: object) => team.api("POST", `/actions/${id}/result`, { body });

  // Pressed before the person was linked: its event moved to the contact with the link.
  desk.replyWith({ ...(notifying(200) as object), body: later });
  await desk.pressAndWait();
  await put();
  for (const status of [200, 400]) {
    desk.replyWith(notifying(status));
    await desk.pressAndWait();
  }
  desk.replyWith(notifying(202));
  const [reported, waiting] = [newId(), newId()];
  await desk.press(reported);
  await desk.outcome(reported);
  await report(reported, later);
  await remove();

  // Running calls: the reply of one and the result of the other arrive after the deletion.
  await put();
  await desk.press(waiting);
  await desk.outcome(waiting);
  const second = String((await desk.session.call("POST", "/actions/buttons", { label: "Resend", action: "resend" })).body["id"]);
  let release = () => {};
  desk.replyWith(new Promise((resolve) => (release = () => resolve(notifying(400)))));
  const sending = newId();
  await desk.press(sending, second);
  await expect.poll(() => desk.calls().some(({ headers }) => headers["x-service-delivery"] === sending)).toBe(true);
  await remove();
  release();
  expect((await desk.outcome(sending)).outcome.state).toBe("refused");
  expect((await report(waiting, { message: `More about ${word}.` })).status).toBe(200);

  // Pressed during the deletion: the call includes the contact, and the receiver returns its data, or the contact is already gone.
  receiver.on(`/${team.workspace}`, ({ body }) => (body["contact"] ? notifying(200) : {}));
  for (let round = 0; round < 10; round += 1) {
    await put();
    const pressing = desk.press();
    await remove();
    expect((await pressing).status).toBe(202);
    await expect.poll(async () => (await panelOf(desk.session, desk.chatId)).running).toEqual([]);
  }
  const notes = (await desk.items()).filter(({ kind }) => kind === "action");
  expect(await server.stop()).toBe(0);

  const tables = await dumpOf(server.dataDir);
  const calls = tables.get("action_call") ?? [];
  expect(calls).toHaveLength(16);
  expect(calls.filter((call) => JSON.stringify(call).includes(word))).toEqual([]);
  expect(calls.filter(({ contact_id }) => contact_id !== null)).toEqual([]);
  const cards = (tables.get("chat_item") ?? []).filter(({ kind }) => kind === "card");
  for (const table of ["contact", "event"]) expect(JSON.stringify(tables.get(table)), table).not.toContain(word);
  expect(JSON.stringify(cards)).not.toContain(word);
  // Notes are part of the chat, which stays.
  expect(JSON.stringify(notes)).toContain(word);
});
