import { newKey } from "@/lib/workspace/keys/key";
import { expect, randomClientAddress, type Session, send, type Team, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { phone, putContact, recordEvent, whatsapp } from "../helpers";

type Shown = { key: { id: string; name: string; prefix: string; lastFour: string; lastUsedAt: string | null }; secret: string };

const withKey = (team: Team, key: string) => team.api("GET", "/contacts/nobody", { headers: { authorization: `Bearer ${key}` } });
const make = async (session: Session, name: string) => (await session.call("POST", "/keys", { name })).body as Shown;
const list = async (session: Session) => (await session.call("GET", "/keys")).body["keys"] as Shown["key"][];

test("responds with missing_key when there is no Authorization header", async ({ server }) => {
  const reply = await send(`${server.url}/api/v1/contacts/u`);
  expect(reply).toMatchObject(errorReply(401, "missing_key", /Authorization: Bearer/));
});

for (const authorization of ["", "Bearer", "Bearer ", "bearer", "Basic YTpi", "Token abc", "Bearerabc", "abc"]) {
  test(`responds with missing_key to the Authorization “${authorization}”`, async ({ ada }) => {
    expect(await ada.api("GET", "/contacts/u", { headers: { authorization } })).toMatchObject(errorReply(401, "missing_key"));
  });
}

test("responds with missing_key to a valid key with another scheme or without one", async ({ ada }) => {
  for (const authorization of [`Basic ${ada.key}`, `ApiKey ${ada.key}`, ada.key]) {
    expect(await ada.api("GET", "/contacts/u", { headers: { authorization } })).toMatchObject(errorReply(401, "missing_key"));
  }
});

const mistakes: [what: string, (key: string) => string][] = [
  ["that is something else", () => "secret"],
  ["that is not ASCII", () => "schlüssel"],
  ["with its last character changed", (key) => key.slice(0, -1) + (key.endsWith("A") ? "B" : "A")],
  ["with a character in the middle changed", (key) => key.slice(0, 20) + (key[20] === "A" ? "B" : "A") + key.slice(21)],
  ["without its last character", (key) => key.slice(0, -1)],
  ["with a character too many", (key) => `${key}A`],
  ["in capitals", (key) => key.toUpperCase()],
  ["in quotes", (key) => `"${key}"`],
  ["with a word behind it", (key) => `${key} please`],
  ["of eight thousand characters", (key) => key.repeat(150)],
];

for (const [what, change] of mistakes) {
  test(`rejects a key ${what} as invalid`, async ({ ada }) => {
    expect(await withKey(ada, change(ada.key))).toMatchObject(errorReply(401, "invalid_key"));
  });
}

for (const scheme of ["bearer", "BEARER", "BeArEr", "Bearer "]) {
  test(`accepts the scheme “${scheme}”`, async ({ ada }) => {
    const reply = await ada.api("GET", "/contacts/nobody", { headers: { authorization: `${scheme} ${ada.key}` } });
    expect(reply).toMatchObject(errorReply(404, "customer_not_found"));
  });
}

test("allows several keys per workspace and shows each once", async ({ ada }) => {
  const session = await ada.signIn();
  const made = [await make(session, "Shop"), await make(session, "Billing")];
  for (const { secret } of made) expect(await withKey(ada, secret)).toMatchObject({ status: 404 });
  // Another instance may be the one that writes their last use.
  const unused = async () =>
    (await list(session)).filter(({ id, lastUsedAt }) => made.some(({ key }) => key.id === id) && lastUsedAt === null);
  await expect.poll(unused).toEqual([]);
  const listed = await session.call("GET", "/keys");
  for (const { key, secret } of made) {
    expect(listed.text).not.toContain(secret);
    expect(listed.body["keys"]).toContainEqual({ ...key, lastUsedAt: expect.any(String) });
    expect(secret.startsWith(key.prefix)).toBe(true);
    expect(secret.endsWith(key.lastFour)).toBe(true);
    expect(key.prefix.length + key.lastFour.length).toBeLessThan(secret.length / 2);
  }
});

test("invalidates a rotated key at once and gives the new one its name", async ({ ada }) => {
  const session = await ada.signIn();
  const { key, secret } = await make(session, "Shop");
  expect(await withKey(ada, secret)).toMatchObject({ status: 404 });
  const rotated = (await session.call("POST", `/keys/${key.id}/rotate`, {})).body as Shown;
  expect(rotated.key.name).toBe("Shop");
  expect(await withKey(ada, secret)).toMatchObject(errorReply(401, "invalid_key"));
  expect(await withKey(ada, rotated.secret)).toMatchObject({ status: 404 });
});

test("invalidates a revoked key at once and keeps the others valid", async ({ ada }) => {
  const session = await ada.signIn();
  const { key, secret } = await make(session, "Shop");
  expect(await withKey(ada, secret)).toMatchObject({ status: 404 });
  expect(await session.call("DELETE", `/keys/${key.id}`)).toMatchObject({ status: 200, body: { revoked: true } });
  expect(await withKey(ada, secret)).toMatchObject(errorReply(401, "invalid_key"));
  expect(await withKey(ada, ada.key)).toMatchObject({ status: 404 });
  expect((await list(session)).map(({ id }) => id)).not.toContain(key.id);
});

test("rejects a key that was in use while it was revoked", async ({ ada }) => {
  const session = await ada.signIn();
  const { key, secret } = await make(session, "Shop");
  const busy = Array.from({ length: 40 }, () => withKey(ada, secret));
  await session.call("DELETE", `/keys/${key.id}`);
  expect(await withKey(ada, secret)).toMatchObject(errorReply(401, "invalid_key"));
  expect((await Promise.all(busy)).map(({ status }) => status).filter((status) => status !== 404 && status !== 401)).toEqual([]);
  expect(await withKey(ada, secret)).toMatchObject(errorReply(401, "invalid_key"));
});

test("renames one key, and no other of this workspace or of another", async ({ ada, bob }) => {
  const [session, theirs] = [await ada.signIn(), await bob.signIn()];
  const [shop, billing, other] = [await make(session, "Shop"), await make(session, "Billing"), await make(theirs, "Shop")];
  expect(await session.call("PATCH", `/keys/${shop.key.id}`, { name: "Web shop" })).toMatchObject({
    status: 200,
    body: { name: "Web shop" },
  });
  const nameOf = async (by: Session, { key }: Shown) => (await list(by)).find(({ id }) => id === key.id)?.name;
  expect([await nameOf(session, shop), await nameOf(session, billing), await nameOf(theirs, other)]).toEqual([
    "Web shop",
    "Billing",
    "Shop",
  ]);
});

test("returns when a key was last used", async ({ ada }) => {
  const session = await ada.signIn();
  const { key, secret } = await make(session, "Shop");
  expect(key.lastUsedAt).toBeNull();
  const before = Date.now();
  await withKey(ada, secret);
  const usedAt = async () => (await list(session)).find(({ id }) => id === key.id)?.lastUsedAt;
  await expect.poll(usedAt).toEqual(expect.any(String));
  expect(Date.parse((await usedAt()) ?? "")).toBeGreaterThanOrEqual(before);
  expect(Date.parse((await usedAt()) ?? "")).toBeLessThanOrEqual(Date.now());
});

test("does not update the last use for a call with a wrong key", async ({ ada }) => {
  const session = await ada.signIn();
  await withKey(ada, `${ada.key}A`);
  expect((await list(session)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([null]);
});

test("does not let a key read, change or remove anything of another workspace", async ({ ada, bob }) => {
  await putContact(ada, "u", { name: "Ada", phone });
  await ada.sendMessage(whatsapp);
  expect(await bob.api("GET", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
  expect(await bob.api("DELETE", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
  expect(await bob.api("POST", "/events", { body: { event: "Order placed", phone } })).toMatchObject(errorReply(404, "customer_not_found"));
  expect(await putContact(bob, "u", { name: "Bob", phone })).toMatchObject({ created: true, linkedChats: 0 });
  expect(await recordEvent(bob, { userId: "u", phone })).toMatchObject({ postedToConversations: 0 });
  const { body } = await ada.api("GET", "/contacts/u");
  expect(body).toMatchObject({ contact: { name: "Ada" }, linkedChats: 1, events: [] });
});

test("limits wrong keys by address, separately from valid calls and from other addresses", async ({ ada }) => {
  const stranger = randomClientAddress();
  const guess = (headers: Record<string, string>) =>
    ada.api("GET", "/contacts/nobody", { headers: { ...headers, authorization: `Bearer ${ada.key}A` } });
  const guesses = await Promise.all(Array.from({ length: 400 }, () => guess(stranger)));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(300);
  const refused = guesses.find(({ status }) => status === 429);
  expect(refused).toMatchObject(errorReply(429, "rate_limited"));
  expect(refused?.headers.get("retry-after")).toMatch(/^[1-9]\d?$/);

  expect(await guess(randomClientAddress())).toMatchObject(errorReply(401, "invalid_key"));
  const live = await ada.api("GET", "/contacts/nobody", { headers: stranger });
  expect(live).toMatchObject(errorReply(404, "customer_not_found"));
  expect(live.headers.get("ratelimit-remaining")).toBe("299");
});

// Each of several instances has to have seen the live key before; tests/cluster/keys.test.ts calls them all.
test("accepts a live key from an address that used up its guesses at well-formed keys", { tag: "@embedded" }, async ({ ada }) => {
  const from = randomClientAddress();
  const call = (key: string) => ada.api("GET", "/contacts/nobody", { headers: { ...from, authorization: `Bearer ${key}` } });
  expect(await call(ada.key)).toMatchObject(errorReply(404, "customer_not_found"));
  const guesses = await Promise.all(Array.from({ length: 301 }, () => call(newKey())));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(300);
  expect(await call(newKey())).toMatchObject(errorReply(429, "rate_limited"));
  expect(await call(ada.key)).toMatchObject(errorReply(404, "customer_not_found"));
});

test("a workspace makes at most thirty keys and thirty invitations a minute, over all its admins, and takes none from another", async ({
  ada,
  bob,
}) => {
  const [first, second, his] = [await ada.signIn(), await ada.signIn(), await bob.signIn()];
  const bodyOf = (path: string, index: number) =>
    path === "/keys" ? { name: `Key ${index}` } : { email: `${ada.workspace}-${index}@example.com`, role: "agent" };
  for (const path of ["/keys", "/invitations"]) {
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? first : second).call("POST", path, bodyOf(path, index))),
    );
    expect(new Set(made.map(({ status }) => status)), path).toEqual(new Set([201]));
    const refused = await second.call("POST", path, bodyOf(path, 30));
    expect(refused, path).toMatchObject(errorReply(429, "rate_limited", /^More than 30 requests in a minute\. Wait \d+ seconds/));
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d?$/);
    // A screen says so at once, and does not wait by itself.
    expect(refused.headers.get("x-limit")).toBe("made");
    expect((await his.call("POST", path, bodyOf(path, 31))).status, path).toBe(201);
  }
  expect(await list(first)).toHaveLength(31);
});
