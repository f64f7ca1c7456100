import { newId } from "@/lib/kernel/ids";
import { contracts, pathOf, titleOf, writes } from "../support/contracts";
import { customer, newDesk } from "../support/desk";
import { test as base, expect, newTeam, type Reply, type Team } from "../support/fixtures";
import { addMember, idOf, invited } from "../support/members";
import type { Receiver } from "../support/receiver";
import { panelOf } from "./world";

const secretWord = "xylophone";

/** A team with something of everything that has an id, all of it marked with a word. */
async function settle(team: Team, { receiver, word, userId }: { receiver: Receiver; word: string; userId: string }) {
  await team.api("PUT", `/contacts/${userId}`, { body: { name: `Ada ${word}`, phone: customer.phone, attributes: { note: word } } });
  const desk = await newDesk(team, receiver);
  await team.says(customer, `Hello ${word}`);
  await team.api("POST", "/events", { body: { event: `Payment failed ${word}`, userId, properties: { note: word } } });
  const event = await team.api("POST", "/events", { body: { event: `Order placed ${word}`, userId } });
  const key = await desk.session.call("POST", "/keys", { name: `Key ${word}` });
  desk.answers({ status: 202 });
  const deliveryId = newId();
  await desk.press(deliveryId);
  await expect.poll(async () => (await panelOf(desk.session, desk.chatId)).running).toMatchObject([{ state: "working" }]);
  const tom = await addMember(team, { name: `Tom ${word}`, email: `${team.workspace}@${word}.example` });
  const { id: invitationId } = await invited(desk.session, `pending-${team.workspace}@${word}.example`);
  await team.signIn();
  const { sessions } = (await desk.session.call("GET", "/me/sessions")).body as { sessions: { id: string; isThis: boolean }[] };
  const ids = {
    chatId: desk.chatId,
    callId: deliveryId,
    buttonId: desk.buttonId,
    keyId: (key.body["key"] as { id: string }).id,
    accountId: await idOf(desk.session, tom.email),
    invitationId,
    sessionId: sessions.find(({ isThis }) => !isThis)?.id ?? "",
    userId,
    eventId: String(event.body["id"]),
    deliveryId,
  };
  return { team, desk, ids };
}

type World = Awaited<ReturnType<typeof settle>>;

const test = base.extend<object, { mine: World; theirs: World }>({
  mine: [
    async ({ server, receiver }, use) => use(await settle(await newTeam(server), { receiver, word: "own", userId: "user_own" })),
    { scope: "worker" },
  ],
  theirs: [
    async ({ server, receiver }, use) => use(await settle(await newTeam(server), { receiver, word: secretWord, userId: "user_theirs" })),
    { scope: "worker" },
  ],
});

// Together in one worker, which ends after them: what they share is made once.
test.describe.configure({ mode: "default" });

/** Everything a team can see of its own, but when a key was last used. */
async function everything({ team, desk, ids }: World): Promise<string> {
  const paths = [
    "/chats",
    "/chats?view=closed",
    `/chats/${ids.chatId}/items`,
    `/chats/${ids.chatId}/panel`,
    "/actions",
    "/calls",
    `/calls/${ids.callId}`,
    "/keys",
    "/members",
    "/invitations",
    "/me/sessions",
    "/plan",
    "/audit",
    "/audit/actors",
    "/retention",
  ];
  const seen = await Promise.all([...paths.map((path) => desk.session.call("GET", path)), team.api("GET", `/contacts/${ids.userId}`)]);
  for (const reply of seen) expect(reply.status, reply.text).toBe(200);
  return seen.map(({ text }) => text.replace(/"lastUsedAt":("[^"]*"|null)/g, "")).join("\n");
}

const withId = contracts.filter(({ path }) => /\{(?!workspace)/.test(path));

const bodies: Record<string, (mine: World["ids"]) => object> = {
  "POST /chats/{chatId}/actions": ({ buttonId }) => ({ id: newId(), buttonId }),
  "POST /chats/{chatId}/link": ({ userId }) => ({ userId }),
  "POST /chats/{chatId}/messages": () => ({ id: newId(), kind: "note", text: "Hello" }),
  "POST /chats/{chatId}/read": () => ({ seq: 1 }),
  "POST /chats/{chatId}/status": () => ({ status: "closed" }),
  "PATCH /actions/buttons/{buttonId}": () => ({ label: "Taken over" }),
  "POST /calls/{callId}/resend": () => ({}),
  "PATCH /keys/{keyId}": () => ({ name: "Taken over" }),
  "POST /keys/{keyId}/rotate": () => ({}),
  "POST /keys/{keyId}/end": () => ({}),
  "PATCH /members/{accountId}": () => ({ role: "admin" }),
  "POST /members/{accountId}/reset": () => ({}),
  "POST /api/v1/actions/{deliveryId}/result": () => ({ message: "Taken over" }),
  "PUT /api/v1/contacts/{userId}": () => ({ name: "Taken over" }),
};

/** An answer without the id that was asked for and without times, which differ between any two answers. */
const plain = ({ status, text }: Reply, id: string) => ({
  status,
  text: text.replaceAll(id, "<id>").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>"),
});

for (const contract of withId) {
  test(`${titleOf(contract)} tells of another workspace's row what it tells of a missing one, and changes nothing`, async ({
    mine,
    theirs,
  }) => {
    const missing = {
      chatId: newId(),
      callId: newId(),
      buttonId: newId(),
      keyId: newId(),
      accountId: newId(),
      invitationId: newId(),
      sessionId: newId(),
      userId: newId(),
      deliveryId: newId(),
    };
    const body = bodies[titleOf(contract)]?.(mine.ids);
    expect(body !== undefined || contract.body === undefined, "an example of the body").toBe(true);
    const before = await everything(theirs);

    const ask = (ids: Record<string, string>): Promise<Reply> => {
      const path = pathOf(contract, ids) + (contract.path.endsWith("/events") ? `?before=${theirs.ids.eventId}` : "");
      if (contract.access === "session") return mine.desk.session.call(contract.method, path, body);
      return mine.team.api(contract.method, path.replace("/api/v1", ""), body ? { body } : {});
    };
    const name = /\{(?!workspace)(\w+)\}/.exec(contract.path)?.[1] as keyof typeof missing;
    const [foreign, none] = [await ask(theirs.ids), await ask(missing)];
    expect(plain(foreign, theirs.ids[name])).toEqual(plain(none, missing[name]));
    expect(none.status).toBe(contract.method === "PUT" ? 200 : 404);
    expect(foreign.text).not.toContain(secretWord);
    expect(await everything(theirs)).toBe(before);
  });
}

for (const contract of contracts.filter((one) => one.access === "session" && !writes(one))) {
  test(`${titleOf(contract)} shows nothing of another workspace`, async ({ mine, theirs }) => {
    const query = contract.path.endsWith("/events") ? [`?before=${theirs.ids.eventId}`] : ["", "?view=problems", "?view=closed"];
    for (const text of query) {
      const reply = await mine.desk.session.call("GET", pathOf(contract, mine.ids) + text);
      expect(reply.status, reply.text).toBe(200);
      // What we asked for ourselves is in our own request log.
      // A press is its own delivery, so their call's id is among it.
      const { userId, deliveryId, callId, ...ids } = theirs.ids;
      const asked = contract.path.endsWith("/requests") ? [] : [userId, deliveryId, callId];
      const words = [secretWord, theirs.team.workspace, ...Object.values(ids), ...asked];
      for (const word of words) expect(reply.text).not.toContain(word);
    }
  });
}

test("another workspace's button cannot be pressed in one's own chat", async ({ mine, theirs }) => {
  const sent = () => [theirs.desk.calls().length, mine.desk.calls().length];
  const before = sent();
  expect((await mine.desk.press(newId(), theirs.ids.buttonId)).status).toBe(404);
  expect(sent()).toEqual(before);
});

test("another workspace's contact cannot be linked to one's own chat", async ({ mine, theirs }) => {
  const { chatId } = await mine.team.says({ channel: "website", visitorId: newId() });
  const userId = `user_${newId()}`;
  await theirs.team.api("PUT", `/contacts/${userId}`, { body: {} });
  const reply = await mine.desk.session.call("POST", `/chats/${chatId}/link`, { userId });
  expect(reply).toMatchObject({ status: 404, body: { error: { code: "customer_not_found" } } });
});

test("another workspace's buttons keep their order", async ({ mine, theirs }) => {
  const second = await theirs.desk.session.call("POST", "/actions/buttons", {
    label: "Second",
    action: newId().replace(/^/, "x").replaceAll("-", "_"),
  });
  const before = await everything(theirs);
  const reply = await mine.desk.session.call("PUT", "/actions/order", { ids: [second.body["id"], theirs.ids.buttonId] });
  expect(reply.body["buttons"]).toMatchObject([{ id: mine.ids.buttonId }]);
  expect(await everything(theirs)).toBe(before);
});
