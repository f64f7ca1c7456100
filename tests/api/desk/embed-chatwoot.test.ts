import { randomInt } from "node:crypto";
import { newId } from "@/lib/kernel/ids";
import { newDesk } from "../../support/desk";
import { bearerFor, embedToken, frameCall, viewOf } from "../../support/embed";
import { expect, type Session, type Team, test } from "../../support/fixtures";
import type { Receiver } from "../../support/receiver";
import { phone, putContact } from "../helpers";

type Sender = { identifier?: string | null; phone_number?: string | null };
type Setup = { owner: Session; token: string; path: string; conversation: (id: number, sender: Sender, meta?: object) => void };

/** A stand-in for Chatwoot's API, as its documentation shows the conversation. */
async function connect(team: Team, receiver: Receiver, { apiToken = `cw_${newId()}` } = {}): Promise<Setup & { apiToken: string }> {
  const owner = await team.signIn();
  const accountId = String(randomInt(1, 2 ** 40));
  const chatwoot = { origin: receiver.origin, accountId, isOn: true, apiToken };
  expect((await owner.call("PUT", "/helpdesks", { chatwoot })).status).toBe(200);
  const path = `/api/v1/accounts/${accountId}/conversations`;
  return {
    owner,
    path,
    apiToken,
    token: await bearerFor(team, owner, receiver.origin),
    conversation: (id, sender, meta = {}) =>
      receiver.on(`${path}/${id}`, () => ({
        body: {
          id,
          account_id: Number(accountId),
          status: "open",
          messages: [],
          meta: { channel: "Channel::Whatsapp", sender: { id: 5, ...sender }, ...meta },
        },
      })),
  };
}

const none = { identifier: null, phone_number: null };

test("Chatwoot's API says who a conversation is with, whatever the window said", async ({ ada, receiver }) => {
  const { token, path, apiToken, conversation } = await connect(ada, receiver);
  await putContact(ada, "user_1", { name: "Ada Okafor" });
  await putContact(ada, "user_2", { name: "Somebody else" });
  conversation(42, { identifier: "user_1" });
  const view = await viewOf(ada, token, { conversationId: "42", userId: "user_2" });
  expect(view).toMatchObject({ confirmation: "confirmed", panel: { contact: { userId: "user_1" } } });
  expect(receiver.calls(`${path}/42`)[0]?.headers).toMatchObject({ api_access_token: apiToken });
});

test("a phone of Chatwoot finds the contact that has it", async ({ ada, receiver }) => {
  const { token, conversation } = await connect(ada, receiver);
  await putContact(ada, "user_1", { phone });
  conversation(42, { ...none, phone_number: `+${phone}` });
  expect((await viewOf(ada, token, { conversationId: "42" })).panel?.contact?.userId).toBe("user_1");
});

test("an identifier and a phone that no database can store are nobody's", async ({ ada, receiver }) => {
  const { token, conversation } = await connect(ada, receiver);
  await putContact(ada, "user_1");
  conversation(1, { identifier: "user_1\0" });
  conversation(2, { identifier: "\ud800", phone_number: "\0" });
  for (const conversationId of ["1", "2"]) expect((await viewOf(ada, token, { conversationId })).panel ?? null).toBeNull();
});

test("an identifier that a website claimed without a signature is marked", async ({ ada, receiver }) => {
  const { token, conversation } = await connect(ada, receiver);
  await putContact(ada, "user_1");
  conversation(1, { identifier: "user_1" }, { channel: "Channel::WebWidget", hmac_verified: false });
  conversation(2, { identifier: "user_1" }, { channel: "Channel::WebWidget", hmac_verified: true });
  expect((await viewOf(ada, token, { conversationId: "1" })).confirmation).toBe("unverified");
  expect((await viewOf(ada, token, { conversationId: "2" })).confirmation).toBe("confirmed");
});

test("a phone that was typed on a website is marked, and shows nobody where Chatwoot verified another identifier", async ({
  ada,
  receiver,
}) => {
  const { token, conversation } = await connect(ada, receiver);
  await putContact(ada, "user_1", { phone });
  const typed = { ...none, phone_number: `+${phone}` };
  conversation(1, typed, { channel: "Channel::WebWidget", hmac_verified: false });
  conversation(2, typed, { channel: "Channel::Api" });
  conversation(3, { ...typed, identifier: "user_2" }, { channel: "Channel::WebWidget", hmac_verified: true });
  for (const conversationId of ["1", "2"]) {
    const view = await viewOf(ada, token, { conversationId });
    expect(view).toMatchObject({ confirmation: "unverified", panel: { contact: { userId: "user_1" } } });
  }
  expect(await viewOf(ada, token, { conversationId: "3" })).toMatchObject({ confirmation: "confirmed", panel: null });
});

test("a conversation that Chatwoot does not know shows nobody", async ({ ada, receiver }) => {
  const { token, path } = await connect(ada, receiver);
  await putContact(ada, "user_1");
  receiver.on(`${path}/42`, () => ({ status: 404, body: { error: "Resource could not be found" } }));
  expect((await viewOf(ada, token, { conversationId: "42", userId: "user_1" })).panel).toBeNull();
});

test("without a token, and while Chatwoot fails, the window's values are hints", async ({ ada, receiver }) => {
  const { token, owner, path } = await connect(ada, receiver);
  await putContact(ada, "user_1");
  receiver.on(`${path}/42`, () => ({ status: 500 }));
  const query = { conversationId: "42", userId: "user_1" };
  expect(await viewOf(ada, token, query)).toMatchObject({ confirmation: "unreachable", panel: { contact: { userId: "user_1" } } });
  await owner.call("PUT", "/helpdesks", { chatwoot: null });
  await owner.call("PUT", "/helpdesks", { chatwoot: { origin: receiver.origin, accountId: null, isOn: true } });
  expect(await viewOf(ada, token, query)).toMatchObject({ confirmation: "unchecked", panel: { contact: { userId: "user_1" } } });
});

test("a token that Chatwoot refuses is not sent again until another is entered", async ({ ada, receiver }) => {
  const { token, owner, path } = await connect(ada, receiver);
  receiver.on(`${path}/42`, () => ({ status: 401, body: { error: "Invalid Access Token" } }));
  for (const _ of [1, 2, 3]) expect((await viewOf(ada, token, { conversationId: "42" })).confirmation).toBe("unreachable");
  expect(receiver.calls(`${path}/42`)).toHaveLength(1);
  const { chatwoot } = (await owner.call("GET", "/helpdesks")).body as { chatwoot: { pausedReason: string } };
  expect(chatwoot.pausedReason).toBe("Chatwoot refuses the API token. Enter a valid one.");
});

test("the outcome of a press is one private note in the conversation", async ({ ada, receiver }) => {
  const { token, path, conversation, apiToken } = await connect(ada, receiver);
  await putContact(ada, "user_1", { phone });
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { message: "Refunded 5 EUR." } });
  conversation(42, { identifier: "user_1" });
  const id = newId();
  const press = { id, buttonId: desk.buttonId, conversationId: "42" };
  const replies = [await frameCall(ada, token, "POST", "/actions", press), await frameCall(ada, token, "POST", "/actions", press)];
  expect(replies.map(({ status }) => status)).toEqual([202, 202]);
  await desk.outcome(id);
  const notes = () => receiver.calls(`${path}/42/messages`);
  await expect.poll(() => notes().length).toBe(1);
  expect(notes()[0]).toMatchObject({
    headers: { api_access_token: apiToken },
    body: { content: "Refund é 👍: succeeded. Refunded 5 EUR.\n\nOlga Owner, Beside", message_type: "outgoing", private: true },
  });
  await frameCall(ada, token, "POST", "/actions", press);
  expect(notes()).toHaveLength(1);
});

test("a press is refused when the conversation is with somebody else than the agent sees", async ({ ada, receiver }) => {
  const { token, conversation } = await connect(ada, receiver);
  await putContact(ada, "user_1");
  await putContact(ada, "user_2");
  const desk = await newDesk(ada, receiver);
  conversation(41, { identifier: "user_1" });
  conversation(42, { identifier: "user_2" });
  const shown = (await viewOf(ada, token, { conversationId: "41" })).panel?.contact?.id;
  const press = (conversationId: string) =>
    frameCall(ada, token, "POST", "/actions", { id: newId(), buttonId: desk.buttonId, conversationId, shown });
  expect(await press("42")).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  expect((await press("41")).status).toBe(202);
});

test("a result that is reported later is noted when it comes", async ({ ada, receiver }) => {
  const { token, path, conversation } = await connect(ada, receiver);
  await putContact(ada, "user_1", { phone });
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ status: 202 });
  conversation(42, { identifier: "user_1" });
  const id = newId();
  await frameCall(ada, token, "POST", "/actions", { id, buttonId: desk.buttonId, conversationId: "42" });
  await expect.poll(async () => (await viewOf(ada, token, { conversationId: "42" })).panel?.running).toMatchObject([{ state: "working" }]);
  const notes = () => receiver.calls(`${path}/42/messages`);
  expect(notes()).toEqual([]);
  const reported = await ada.api("POST", `/actions/${id}/result`, { body: { status: "failed", message: "No such order." } });
  expect(reported.status, reported.text).toBe(200);
  await expect
    .poll(() => notes().map(({ body }) => body["content"]))
    .toEqual(["Refund é 👍: refused. No such order.\n\nOlga Owner, Beside"]);
});

test("a backend's token asks Chatwoot nothing", async ({ ada, receiver }) => {
  const { path, conversation } = await connect(ada, receiver);
  await putContact(ada, "user_1");
  await putContact(ada, "user_2");
  conversation(42, { identifier: "user_2" });
  const { token } = await embedToken(ada, { userId: "user_1" });
  expect((await viewOf(ada, token, { conversationId: "42" })).panel?.contact?.userId).toBe("user_1");
  expect(receiver.calls(`${path}/42`)).toEqual([]);
});
