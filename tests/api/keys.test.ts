import { randomUUID } from "node:crypto";
import { expect, type Session, send, type Team, test } from "../support/fixtures";
import { refusal } from "../support/wire";
import { phone, put, record, whatsapp } from "./world";

type Shown = { key: { id: string; name: string; prefix: string; lastFour: string; lastUsedAt: string | null }; secret: string };

const withKey = (team: Team, key: string) => team.api("GET", "/contacts/nobody", { headers: { authorization: `Bearer ${key}` } });
const make = async (session: Session, name: string) => (await session.call("POST", "/keys", { name })).body as Shown;
const list = async (session: Session) => (await session.call("GET", "/keys")).body["keys"] as Shown["key"][];

test("without the Authorization header the key is missing", async ({ server }) => {
  const reply = await send(`${server.url}/api/v1/contacts/u`);
  expect(reply).toMatchObject(refusal(401, "missing_key", /Authorization: Bearer/));
});

for (const authorization of ["", "Bearer", "Bearer ", "bearer", "Basic YTpi", "Token abc", "Bearerabc", "abc"]) {
  test(`with the Authorization “${authorization}” the key is missing`, async ({ ada }) => {
    expect(await ada.api("GET", "/contacts/u", { headers: { authorization } })).toMatchObject(refusal(401, "missing_key"));
  });
}

test("a live key behind another scheme, or without one, is missing", async ({ ada }) => {
  for (const authorization of [`Basic ${ada.key}`, `ApiKey ${ada.key}`, ada.key]) {
    expect(await ada.api("GET", "/contacts/u", { headers: { authorization } })).toMatchObject(refusal(401, "missing_key"));
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
  test(`a key ${what} is invalid`, async ({ ada }) => {
    expect(await withKey(ada, change(ada.key))).toMatchObject(refusal(401, "invalid_key"));
  });
}

for (const scheme of ["bearer", "BEARER", "BeArEr", "Bearer "]) {
  test(`the scheme “${scheme}” is understood`, async ({ ada }) => {
    const reply = await ada.api("GET", "/contacts/nobody", { headers: { authorization: `${scheme} ${ada.key}` } });
    expect(reply).toMatchObject(refusal(404, "customer_not_found"));
  });
}

test("a workspace has several keys, and each is shown once", async ({ ada }) => {
  const session = await ada.signIn();
  const made = [await make(session, "Shop"), await make(session, "Billing")];
  for (const { secret } of made) expect(await withKey(ada, secret)).toMatchObject({ status: 404 });
  // Another instance may be the one that writes down that they were used.
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

test("a rotated key stops at once, and the new one has its name", async ({ ada }) => {
  const session = await ada.signIn();
  const { key, secret } = await make(session, "Shop");
  expect(await withKey(ada, secret)).toMatchObject({ status: 404 });
  const rotated = (await session.call("POST", `/keys/${key.id}/rotate`, {})).body as Shown;
  expect(rotated.key.name).toBe("Shop");
  expect(await withKey(ada, secret)).toMatchObject(refusal(401, "invalid_key"));
  expect(await withKey(ada, rotated.secret)).toMatchObject({ status: 404 });
});

test("a revoked key stops at once, and the others go on", async ({ ada }) => {
  const session = await ada.signIn();
  const { key, secret } = await make(session, "Shop");
  expect(await withKey(ada, secret)).toMatchObject({ status: 404 });
  expect(await session.call("DELETE", `/keys/${key.id}`)).toMatchObject({ status: 200, body: { revoked: true } });
  expect(await withKey(ada, secret)).toMatchObject(refusal(401, "invalid_key"));
  expect(await withKey(ada, ada.key)).toMatchObject({ status: 404 });
  expect((await list(session)).map(({ id }) => id)).not.toContain(key.id);
});

test("a key that is used in the moment it is revoked is refused afterwards", async ({ ada }) => {
  const session = await ada.signIn();
  const { key, secret } = await make(session, "Shop");
  const busy = Array.from({ length: 40 }, () => withKey(ada, secret));
  await session.call("DELETE", `/keys/${key.id}`);
  expect(await withKey(ada, secret)).toMatchObject(refusal(401, "invalid_key"));
  expect((await Promise.all(busy)).map(({ status }) => status).filter((status) => status !== 404 && status !== 401)).toEqual([]);
  expect(await withKey(ada, secret)).toMatchObject(refusal(401, "invalid_key"));
});

test("a key says when it was last used", async ({ ada }) => {
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

test("a refused call with a wrong key uses no key", async ({ ada }) => {
  const session = await ada.signIn();
  await withKey(ada, `${ada.key}A`);
  expect((await list(session)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([null]);
});

test("another workspace's key sees, changes and removes nothing here", async ({ ada, bob }) => {
  await put(ada, "u", { name: "Ada", phone });
  await ada.says(whatsapp);
  expect(await bob.api("GET", "/contacts/u")).toMatchObject(refusal(404, "customer_not_found"));
  expect(await bob.api("DELETE", "/contacts/u")).toMatchObject(refusal(404, "customer_not_found"));
  expect(await bob.api("POST", "/events", { body: { event: "Order placed", phone } })).toMatchObject(refusal(404, "customer_not_found"));
  expect(await put(bob, "u", { name: "Bob", phone })).toMatchObject({ created: true, linkedChats: 0 });
  expect(await record(bob, { userId: "u", phone })).toMatchObject({ postedToConversations: 0 });
  const { body } = await ada.api("GET", "/contacts/u");
  expect(body).toMatchObject({ contact: { name: "Ada" }, linkedChats: 1, events: [] });
});

test("wrong keys are limited by address, and use up neither a customer's calls nor another address's attempts", async ({ ada }) => {
  const stranger = { "x-forwarded-for": `stranger-${randomUUID()}` };
  const guess = (headers: Record<string, string>) =>
    ada.api("GET", "/contacts/nobody", { headers: { ...headers, authorization: `Bearer ${ada.key}A` } });
  const guesses = await Promise.all(Array.from({ length: 400 }, () => guess(stranger)));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(300);
  const refused = guesses.find(({ status }) => status === 429);
  expect(refused).toMatchObject(refusal(429, "rate_limited"));
  expect(refused?.headers.get("retry-after")).toMatch(/^[1-9]\d?$/);

  expect(await guess({ "x-forwarded-for": `another-${randomUUID()}` })).toMatchObject(refusal(401, "invalid_key"));
  const live = await ada.api("GET", "/contacts/nobody", { headers: stranger });
  expect(live).toMatchObject(refusal(404, "customer_not_found"));
  expect(live.headers.get("ratelimit-remaining")).toBe("299");
});
