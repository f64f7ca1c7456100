import { expect, type Team, test } from "../../support/fixtures";
import { errorReply, sendPipelined } from "../../support/wire";
import { getContact, phone, putContact, recordEvent, whatsapp } from "../helpers";

// Calls that arrive while a statement is under way share the next one. Sixteen at once are more than the statements that run at once.
const many = Array.from({ length: 16 }, (_, index) => index);
const keyOf = (index: number) => `k${String(index).padStart(2, "0")}`;

test("each of many GETs at once, of two workspaces, gets its own contact or none", async ({ ada, bob }) => {
  const teams = [ada, bob];
  for (const [at, team] of teams.entries()) {
    await Promise.all(many.map((index) => putContact(team, `u${index}`, { name: `${at} ${index}` })));
    await recordEvent(team, { userId: "u3", event: `Event ${at}` });
  }
  const read = (team: Team) => Promise.all(["nobody", ...many.map((index) => `u${index}`)].map((id) => team.api("GET", `/contacts/${id}`)));
  for (const [at, replies] of (await Promise.all(teams.map(read))).entries()) {
    const [missing, ...found] = replies;
    expect(missing).toMatchObject(errorReply(404, "customer_not_found"));
    for (const [index, { body }] of found.entries()) {
      const events = index === 3 ? [{ event: `Event ${at}` }] : [];
      expect(body).toMatchObject({ contact: { userId: `u${index}`, name: `${at} ${index}` }, linkedChats: 0, events });
    }
  }
});

test("each of many PUTs at once, of two workspaces, writes and returns its own contact", async ({ ada, bob }) => {
  const fields = (team: Team, index: number) => ({ name: `${team.workspace} ${index}`, email: `${index}@${team.workspace}.example` });
  const attributes = { plan: "pro", seats: 12, trial: true };
  for (const created of [true, false]) {
    const write = (team: Team) => many.map((index) => putContact(team, `u'"${index},{}`, { ...fields(team, index), attributes }));
    const written = await Promise.all([ada, bob].map((team) => Promise.all(write(team))));
    for (const [at, team] of [ada, bob].entries())
      for (const [index, one] of (written[at] ?? []).entries()) {
        const contact = { userId: `u'"${index},{}`, phone: null, ...fields(team, index), attributes };
        expect(one).toMatchObject({ created, contact, linkedChats: 0 });
        expect((await getContact(team, contact.userId)).contact).toEqual(one.contact);
      }
  }
});

test("a PUT at once with others changes only what it sends", async ({ ada }) => {
  const whole = { name: "Ada", email: "Ada@Example.com", phone: null, attributes: { plan: "pro", trial: true } };
  await Promise.all(many.map((index) => putContact(ada, `u${index}`, whole)));
  const changes = [
    [{ name: null }, { name: null }],
    [{ email: "b@example.com" }, { email: "b@example.com" }],
    [{ email: null }, { email: null }],
    [{ attributes: { trial: null, gone: null, seats: 0 } }, { attributes: { plan: "pro", seats: 0 } }],
    [{ attributes: { plan: "free" } }, { attributes: { plan: "free", trial: true } }],
    [{ phone: null }, {}],
    [{}, {}],
  ] as const;
  const written = await Promise.all(changes.map(([change], index) => putContact(ada, `u${index}`, change)));
  for (const [index, [, expected]] of changes.entries())
    expect(written[index]).toMatchObject({ created: false, contact: { ...whole, ...expected } });
});

test("PUTs of one contact at once are one history: each answer shows all before it, and the last one what is stored", async ({ ada }) => {
  const write = (index: number) => putContact(ada, "u", { name: `Name ${index}`, attributes: { [keyOf(index)]: index } });
  const [written] = await Promise.all([
    Promise.all(many.map(write)),
    ...many.map((index) => putContact(ada, `other ${index}`, { name: "Other" })),
  ]);
  const history = written.map(({ contact }, index) => ({ index, contact }));
  history.sort((a, b) => Object.keys(a.contact.attributes).length - Object.keys(b.contact.attributes).length);
  const before: Record<string, number> = {};
  for (const { index, contact } of history) {
    before[keyOf(index)] = index;
    expect(contact).toMatchObject({ name: `Name ${index}`, attributes: before });
    expect(Object.keys(contact.attributes)).toHaveLength(Object.keys(before).length);
  }
  expect(written.filter(({ created }) => created)).toHaveLength(1);
  expect((await getContact(ada, "u")).contact).toEqual(history.at(-1)?.contact);
});

test("PUTs of one contact are written in the order in which they arrive", { tag: "@server" }, async ({ ada }) => {
  // Warms the look-up of the key, so that it does not decide the order.
  await putContact(ada, "u", { attributes: { first: true } });
  const replies = await sendPipelined(
    ada.url,
    many.map((index) => ({
      method: "PUT",
      path: "/api/v1/contacts/u",
      headers: { authorization: `Bearer ${ada.key}` },
      // Some change the phone, which takes longer, and some do not send one.
      body: JSON.stringify({
        name: `Name ${index}`,
        attributes: { [keyOf(index)]: index },
        ...(index % 4 === 0 && { phone: `${phone}${index}` }),
      }),
    })),
  );
  for (const [index, { status, body, text }] of replies.entries()) {
    expect(status, text).toBe(200);
    const { contact } = body as { contact: { name: string; phone: string; attributes: object } };
    expect(contact).toMatchObject({ name: `Name ${index}`, phone: `${phone}${index - (index % 4)}` });
    expect(Object.keys(contact.attributes).sort()).toEqual(["first", ...many.slice(0, index + 1).map(keyOf)].sort());
  }
  expect((await getContact(ada, "u")).contact.name).toBe(`Name ${many.length - 1}`);
});

test("a PUT sees the PUT before it, and a GET after it too, while others are under way", async ({ ada, bob }) => {
  let isOver = false;
  const others = [ada, bob].map(async (team) => {
    for (let round = 0; !isOver && round < 20; round += 1) await Promise.all([0, 1, 2].map((index) => putContact(team, `o${index}`)));
  });
  const expected: Record<string, number> = {};
  for (const index of many) {
    expected[keyOf(index)] = index;
    expect((await putContact(ada, "u", { attributes: { [keyOf(index)]: index } })).contact.attributes).toEqual(expected);
    if (index % 4 === 0) expect((await getContact(ada, "u")).contact.attributes).toEqual(expected);
  }
  isOver = true;
  await Promise.all(others);
});

test("a PUT that is refused, or changes a phone, does not affect those that arrive with it", async ({ ada, bob }) => {
  await ada.sendMessage(whatsapp);
  const hundred = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [keyOf(index), index]));
  await Promise.all([putContact(ada, "full", { attributes: hundred }), putContact(ada, "moves", { phone: "447911000009" })]);
  const [full, moves, makes, keeps, ...others] = await Promise.all([
    ada.api("PUT", "/contacts/full", { body: { name: "Never", attributes: { more: 1 } } }),
    putContact(ada, "moves", { phone, name: "Moves" }),
    putContact(ada, "makes", { phone: "447911000008" }),
    ada.api("PUT", "/contacts/full", { body: { attributes: { k99: null, more: 1 } } }),
    ...many.map((index) => putContact(index % 2 === 0 ? ada : bob, `u${index}`, { name: `Name ${index}` })),
  ]);
  expect(full).toMatchObject(errorReply(400, "invalid_request", /100 keys after the merge/));
  expect(moves).toMatchObject({ created: false, linkedChats: 1, contact: { phone, name: "Moves" } });
  expect(makes).toMatchObject({ created: true, contact: { phone: "447911000008" } });
  expect(keeps.status).toBe(200);
  for (const [index, { contact }] of others.entries()) expect(contact.name).toBe(`Name ${index}`);
  const { contact } = await getContact(ada, "full");
  expect(contact.name).toBeNull();
  expect(Object.keys(contact.attributes)).toHaveLength(100);
});

for (const round of [1, 2, 3]) {
  test(`PUTs with the stored phone, with another field and a deletion at once leave a linked chat or no phone (${round})`, async ({
    ada,
  }) => {
    await putContact(ada, "u", { phone, name: "Before" });
    await ada.sendMessage(whatsapp);
    const calls = [
      ...many.slice(0, 6).map((index) => putContact(ada, "u", index % 2 === 0 ? { phone } : { name: `Name ${index}` })),
      ...many.map((index) => putContact(ada, `u${index}`, { name: "Other" })),
    ];
    const [deleted, ...written] = await Promise.all([ada.api("DELETE", "/contacts/u"), ...calls]);
    expect(deleted.status).toBe(200);
    const found = await ada.api("GET", "/contacts/u");
    if (found.status === 404) return;
    const { contact, linkedChats } = await getContact(ada, "u");
    // A contact that was created again without its phone got it back only with its chat.
    expect(linkedChats).toBe(contact.phone === phone ? 1 : 0);
    expect(written.some((one) => JSON.stringify(one.contact) === JSON.stringify(contact))).toBe(true);
  });
}
