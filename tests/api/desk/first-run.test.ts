import { Probe } from "@/lib/actions/receivers/contract";
import { accepts } from "../../support/desk";
import { expect, type Session, test } from "../../support/fixtures";
import { addMember } from "../../support/members";

const stateOf = async (session: Session) => {
  const reply = await session.call("GET", "/first-run");
  expect(reply.status, reply.text).toBe(200);
  return reply.body as { done: Record<string, boolean>; latest: unknown; hasChats: boolean; isPutAway: boolean };
};
const doneOf = async (session: Session) =>
  Object.entries((await stateOf(session)).done).flatMap(([step, isDone]) => (isDone ? [step] : []));

test("a step is done by what is there, in its own workspace alone, and agents learn nothing of it", async ({ ada, bob, receiver }) => {
  const [owner, other] = [await ada.signIn(), await bob.signIn()];
  // The fixtures' key.
  const before = await stateOf(other);
  expect(await doneOf(owner)).toEqual(["key"]);

  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor" } });
  expect(await doneOf(owner)).toEqual(["key", "contact"]);
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
  expect(await stateOf(owner)).toMatchObject({
    latest: { name: "Ada Okafor", event: "Payment failed", level: "problem" },
    hasChats: false,
  });
  await ada.sendMessage({ channel: "website", visitorId: "v_1" }, "Hello");
  expect((await stateOf(owner)).hasChats).toBe(true);

  const url = `${receiver.origin}/${ada.workspace}`;
  await owner.call("PUT", "/actions/address", { url });
  const secret = String((await owner.call("POST", "/actions/secret/reveal", {})).body["secret"]);
  const isTimely = (at: unknown) => Math.abs(Date.now() / 1000 - Number(at)) <= 300;
  const isStrict = { now: false };
  receiver.on(`/${ada.workspace}`, (call) => ({
    status: accepts(secret, call) && (!isStrict.now || isTimely(call.headers["x-service-timestamp"])) ? 200 : 401,
  }));
  const checkAll = async () => {
    for (const probe of Probe.options) await owner.call("POST", "/actions/check", { probe });
  };
  // All but two pass: a check that found something is none.
  await checkAll();
  expect(await doneOf(owner)).toEqual(["key", "contact", "event", "receiver"]);
  isStrict.now = true;
  await checkAll();
  expect(await doneOf(owner)).toContain("check");
  // Another address was not checked.
  await owner.call("PUT", "/actions/address", { url: `${url}/other` });
  expect(await doneOf(owner)).not.toContain("check");
  await owner.call("PUT", "/actions/address", { url });
  await owner.call("POST", "/actions/buttons", { label: "Refund", action: "refund" });
  const tom = await addMember(ada, { name: "Tom Ray" });
  expect(await doneOf(owner)).toEqual(["key", "contact", "event", "receiver", "check", "button", "invite"]);

  expect((await owner.call("PUT", "/first-run", { isPutAway: true })).body).toEqual({ isPutAway: true });
  expect((await stateOf(owner)).isPutAway).toBe(true);
  const agent = await ada.signIn(tom);
  for (const [method, body] of [["GET"], ["PUT", { isPutAway: false }]] as const)
    expect((await agent.call(method, "/first-run", body)).status).toBe(403);
  expect(await stateOf(other)).toEqual(before);
});

test("sample people fill an empty workspace only, complete no step, and their removal takes them and nothing else", async ({
  ada,
  bob,
}) => {
  const [owner, other] = [await ada.signIn(), await bob.signIn()];
  const samplesOf = async () => ((await stateOf(owner)) as unknown as { samples: string }).samples;
  const idsIn = async (session: Session, path: string) =>
    ((await session.call("GET", path)).body["items"] as { id: string }[]).map(({ id }) => id);
  expect(await samplesOf()).toBe("offered");
  const before = await stateOf(other);
  // One of several presses fills.
  const presses = await Promise.all([1, 2, 3].map(() => owner.call("POST", "/samples", {})));
  expect(presses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(presses.find(({ status }) => status === 201)?.body).toEqual({ contacts: 5, chats: 6 });
  expect(await samplesOf()).toBe("there");
  expect(await doneOf(owner)).toEqual(["key"]);
  const chats = (await owner.call("GET", "/chats")).body["items"] as { displayName: { text?: string } }[];
  expect(chats.length).toBe(5);
  expect(JSON.stringify(chats)).toContain("Ada Okafor (sample)");
  expect(JSON.stringify(chats)).toContain("Payment failed");
  const samples = (await owner.call("GET", "/contacts")).body["items"] as { userId: string }[];
  expect(samples).toHaveLength(5);

  // What is the company's own stays, also a visitor who was linked to a sample contact.
  await ada.api("PUT", "/contacts/user_8841", { body: { name: "Ada Okafor" } });
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1", name: "Ada" }, "I am real");
  expect((await owner.call("POST", `/chats/${chatId}/link`, { userId: samples[0]?.userId })).status).toBe(200);
  expect(await doneOf(owner)).toEqual(["key", "contact"]);
  const agent = await ada.signIn(await addMember(ada, { name: "Tom Ray" }));
  for (const method of ["POST", "DELETE"])
    expect((await agent.call(method, "/samples", method === "POST" ? {} : undefined)).status).toBe(403);
  await other.call("DELETE", "/samples");
  expect(await samplesOf()).toBe("there");

  const removed = await owner.call("DELETE", "/samples");
  expect(removed.body, removed.text).toEqual({ contacts: 5, chats: 6 });
  expect(await samplesOf()).toBe("none");
  expect(await idsIn(owner, "/chats")).toEqual([chatId]);
  expect((await ada.api("GET", "/contacts/user_8841")).body).toMatchObject({ contact: { name: "Ada Okafor" } });
  expect(await idsIn(owner, "/contacts")).toHaveLength(1);
  expect((await owner.call("DELETE", "/samples")).body).toEqual({ contacts: 0, chats: 0 });
  expect((await owner.call("POST", "/samples", {})).status).toBe(409);
  expect(await stateOf(other)).toEqual(before);
});
