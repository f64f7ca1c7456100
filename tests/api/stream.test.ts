import { request } from "node:http";
import { customer, newDesk } from "../support/desk";
import { expect, newTeam, send, type Team, test } from "../support/fixtures";
import { type Heard, openStream } from "../support/listening";
import { startServer } from "../support/server";

const about = (chatId: string) => (heard: Heard) => heard.data.chats?.some(({ id }) => id === chatId) === true;
const seqOf = ({ data }: Heard, chatId: string) => data.chats?.find(({ id }) => id === chatId)?.seq;

async function listening(team: Team, url: string) {
  const session = await team.signIn();
  return { session, stream: await openStream(url, team.workspace, session.cookie) };
}

test("a stream is not to be stored or changed on the way", async ({ ada, server }) => {
  const { cookie } = await ada.signIn();
  const over = new AbortController();
  const { status, headers } = await fetch(`${server.url}/api/w/${ada.workspace}/stream`, { headers: { cookie }, signal: over.signal });
  over.abort();
  expect({
    status,
    type: headers.get("content-type"),
    cache: headers.get("cache-control"),
    buffering: headers.get("x-accel-buffering"),
  }).toEqual({
    status: 200,
    type: "text/event-stream; charset=utf-8",
    cache: "no-store, no-transform",
    buffering: "no",
  });
});

test("within a second of an event every open tab hears of its chat, with the place of the card", async ({ ada, server }) => {
  const { chatId } = await ada.says(customer);
  const tabs = [await listening(ada, server.url), await listening(ada, server.url)];
  const before = Date.now();
  const event = await ada.api("POST", "/events", { body: { event: "Payment failed", phone: customer.phone } });
  expect(event.status).toBe(201);
  for (const { session, stream } of tabs) {
    const poke = await stream.hear("poke", about(chatId), 1_000);
    expect(poke.at - before).toBeLessThan(1_000);
    expect(seqOf(poke, chatId)).toBe(2);
    expect((await session.call("GET", `/chats/${chatId}/items`)).body["lastSeq"]).toBe(2);
    stream.close();
  }
});

test("a poke says only where to look, never what is there", async ({ ada, server }) => {
  const { stream } = await listening(ada, server.url);
  const { chatId } = await ada.says(customer, "xylophone");
  await ada.api("PUT", "/contacts/user_1", { body: { name: "xylophone", phone: customer.phone } });
  await ada.api("POST", "/events", { body: { event: "xylophone", userId: "user_1" } });
  await stream.hear("poke", (heard) => seqOf(heard, chatId) === 2);
  const text = JSON.stringify(stream.heard);
  for (const word of ["xylophone", customer.phone, "user_1"]) expect(text).not.toContain(word);
  stream.close();
});

test("whatever changes in a chat pokes with how far it has come", async ({ ada, receiver, server }) => {
  const desk = await newDesk(ada, receiver);
  desk.answers({ body: { event: { name: "Refund issued" } } });
  const { session, stream } = await listening(ada, server.url);
  const { person } = (await session.call("GET", `/chats/${desk.chatId}/panel`)).body as { person: { id: string } };
  const seq = (place: number) => stream.hear("poke", (heard) => seqOf(heard, desk.chatId) === place);

  await ada.says(customer, "Are you there?");
  await seq(2);
  await session.call("POST", `/chats/${desk.chatId}/messages`, {
    id: "01980000-0000-7000-8000-000000000001",
    kind: "message",
    text: "Yes.",
  });
  await seq(3);
  await session.call("POST", `/chats/${desk.chatId}/messages`, { id: "01980000-0000-7000-8000-000000000002", kind: "note", text: "VIP" });
  await seq(4);
  const pressed = stream.heard.length;
  await desk.press();
  await stream.hear("poke", (heard) => stream.heard.indexOf(heard) >= pressed && heard.data.people?.includes(person.id) === true);
  await seq(5);
  await seq(6);
  const closing = stream.heard.length;
  await session.call("POST", `/chats/${desk.chatId}/status`, { status: "closed" });
  await stream.hear("poke", (heard) => stream.heard.indexOf(heard) >= closing && about(desk.chatId)(heard));
  stream.close();
});

test("a contact that is written or deleted pokes whoever looks at it", async ({ ada, server }) => {
  const { chatId } = await ada.says(customer);
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
  const { session, stream } = await listening(ada, server.url);
  const { contact } = (await session.call("GET", `/chats/${chatId}/panel`)).body as { contact: { id: string } };
  const concerns = ({ data }: Heard) => data.contacts?.includes(contact.id) === true;

  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada" } });
  await stream.hear("poke", concerns);
  const deleting = stream.heard.length;
  await ada.api("DELETE", "/contacts/user_1");
  const poke = await stream.hear("poke", (heard) => stream.heard.indexOf(heard) >= deleting && concerns(heard));
  expect(poke.data).toMatchObject({ reset: [chatId] });
  stream.close();
});

test("a tab that went away leaves the others hearing", async ({ ada, server }) => {
  const [first, second] = [await listening(ada, server.url), await listening(ada, server.url)];
  first.stream.close();
  await first.stream.ended;
  const { chatId } = await ada.says(customer);
  await second.stream.hear("poke", about(chatId));
  expect(first.stream.heard.filter(({ event }) => event === "poke")).toEqual([]);
  second.stream.close();
});

test("at SIGTERM streams end with bye, and the process exits with 0 within 15 seconds", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { DEMO: "1", TRUSTED_PROXIES: "1" } });
  const team = await newTeam(server);
  const tabs = await Promise.all(Array.from({ length: 5 }, () => listening(team, server.url)));
  // A browser keeps a connection open that has nothing under way.
  const idle = request(`${server.url}/api/v1/events`, { agent: false, headers: { connection: "keep-alive" } });
  await new Promise((answered) => idle.on("response", (response) => response.resume().on("end", answered)).end());

  const before = Date.now();
  const code = await server.stop();
  expect(code).toBe(0);
  expect(Date.now() - before).toBeLessThan(15_000);
  for (const { stream } of tabs) {
    await stream.ended;
    expect(stream.heard.at(-1)?.event).toBe("bye");
  }
  await expect(send(`${server.url}/api/v1/events`)).rejects.toThrow();
});
