import { randomUUID } from "node:crypto";
import { type Entry, What } from "@/lib/domain/audit/contract";
import { resend } from "../support/calls";
import { newDesk } from "../support/desk";
import { expect, type Session, type Team, test } from "../support/fixtures";
import { acceptAs, addMember, idOf, invited, type Role, redeem, resetByOperator, resetLink } from "../support/members";
import type { Receiver } from "../support/receiver";

const logOf = async (session: Session, query = "") => {
  const reply = await session.call("GET", `/audit${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body["entries"] as Entry[];
};

type House = { team: Team; owner: Session; receiver: Receiver };
type Expected = Partial<Omit<Entry, "actor">> & { actor?: object };
type Doing = (house: House) => Promise<Expected>;

const person = async ({ team, owner }: House, role: Role) => {
  const tom = await addMember(team, { role });
  return { ...tom, id: await idOf(owner, tom.email), signIn: () => team.signIn(tom) };
};
const keyIn = async ({ owner }: House, name = "Shop") =>
  (await owner.call("POST", "/keys", { name })).body["key"] as Record<string, string>;
const hint = (key: Record<string, string>) => `${key["prefix"]}…${key["lastFour"]}`;
const buttonIn = async ({ owner }: House, label = "Refund", action = "refund") =>
  String((await owner.call("POST", "/actions/buttons", { label, action })).body["id"]);
const secretOf = (text: unknown) => `whsec_…${String(text).slice(-4)}`;
const rotated = async ({ owner }: House) => (await owner.call("POST", "/actions/secret/rotate", {})).body["secret"];

/** Every kind, done as people do it: what the newest entry then says. */
// Secrets are sealed anew while nothing runs: that entry is looked at where the command is. Members are not added any more, and
// only the demo sets a password. Sign-ins have tests of their own.
const Done = What.exclude([
  ...(["secret.resealed", "member.added", "member.password_reset"] as const),
  ...(["session.signed_in", "session.refused", "session.signed_out", "session.ended"] as const),
]);

const doings: Record<(typeof Done.options)[number], Doing> = {
  "workspace.created": async ({ team }) => ({
    subject: team.workspace,
    details: { plan: "pro", owner: team.owner.email },
    actor: { accountId: null, name: "Command line" },
  }),
  "workspace.retention_changed": async ({ owner }) => {
    await owner.call("PUT", "/retention", { eventsKeptDays: 90 });
    return { details: { eventsKeptDays: { from: "for good", to: 90 } } };
  },
  "plan.changed": async ({ owner }) => {
    await owner.call("PUT", "/plan", { plan: "business" });
    return { details: { plan: { from: "pro", to: "business" } } };
  },
  "invitation.made": async ({ owner }) => {
    await invited(owner, "tom@example.com", "admin");
    return { subject: "tom@example.com", details: { role: "admin" } };
  },
  "invitation.revoked": async ({ owner }) => {
    const { id } = await invited(owner, "tom@example.com");
    await owner.call("DELETE", `/invitations/${id}`);
    return { subject: "tom@example.com", details: { role: "agent" } };
  },
  "invitation.accepted": async (house) => {
    const { id, email } = await person(house, "admin");
    return { subject: "Tom Ray", details: { email, role: "admin" }, actor: { accountId: id, name: "Tom Ray" } };
  },
  "member.role_changed": async (house) => {
    const { id, email } = await person(house, "agent");
    await house.owner.call("PATCH", `/members/${id}`, { role: "admin" });
    return { subject: "Tom Ray", details: { role: { from: "agent", to: "admin" }, email } };
  },
  "member.removed": async (house) => {
    const { id, email } = await person(house, "agent");
    await house.owner.call("DELETE", `/members/${id}`);
    return { subject: "Tom Ray", details: { email, role: "agent" } };
  },
  "member.left": async (house) => {
    const { id, email, signIn } = await person(house, "admin");
    await (await signIn()).call("DELETE", `/members/${id}`);
    return { subject: "Tom Ray", details: { email, role: "admin" }, actor: { accountId: id, name: "Tom Ray" } };
  },
  "member.reset_link_made": async (house) => {
    const { id, email } = await person(house, "agent");
    await resetLink(house.owner, id);
    return { subject: "Tom Ray", details: { email } };
  },
  "member.reset_link_used": async (house) => {
    const { id, email, signIn } = await person(house, "agent");
    await signIn();
    await redeem(house.team, await resetLink(house.owner, id), "chosen anew by Tom");
    return { subject: "Tom Ray", details: { email, sessionsEnded: 1 }, actor: { accountId: id, name: "Tom Ray" } };
  },
  "member.password_changed": async (house) => {
    const { id, email, password, signIn } = await person(house, "agent");
    await (await signIn()).call("POST", "/me/password", { current: password, next: "another long password" });
    return { subject: "Tom Ray", details: { email, sessionsEnded: 1 }, actor: { accountId: id, name: "Tom Ray" } };
  },
  "key.created": async (house) => ({ subject: "Shop", details: { key: hint(await keyIn(house)) } }),
  "key.renamed": async (house) => {
    const key = await keyIn(house);
    await house.owner.call("PATCH", `/keys/${key["id"]}`, { name: "Shop, production" });
    return { subject: "Shop", details: { name: { from: "Shop", to: "Shop, production" }, key: hint(key) } };
  },
  "key.rotated": async (house) => {
    const key = await keyIn(house);
    const { body } = await house.owner.call("POST", `/keys/${key["id"]}/rotate`, {});
    return { subject: "Shop", details: { key: { from: hint(key), to: hint(body["key"] as Record<string, string>) } } };
  },
  "key.overlap_ended": async (house) => {
    const key = await keyIn(house);
    await house.owner.call("POST", `/keys/${key["id"]}/rotate`, { overlapSeconds: 60 });
    await house.owner.call("POST", `/keys/${key["id"]}/end`, {});
    return { subject: "Shop", details: { key: hint(key) } };
  },
  "key.revoked": async (house) => {
    const key = await keyIn(house);
    await house.owner.call("DELETE", `/keys/${key["id"]}`);
    return { subject: "Shop", details: { key: hint(key) } };
  },
  "secret.revealed": async ({ owner }) => {
    const { body } = await owner.call("POST", "/actions/secret/reveal", {});
    return { subject: secretOf(body["secret"]), details: {} };
  },
  "secret.rotated": async (house) => {
    const { body } = await house.owner.call("POST", "/actions/secret/reveal", {});
    const fresh = secretOf(await rotated(house));
    return { subject: fresh, details: { secret: { from: secretOf(body["secret"]), to: fresh } } };
  },
  "secret.overlap_ended": async (house) => {
    const { body } = await house.owner.call("POST", "/actions/secret/reveal", {});
    await rotated(house);
    await house.owner.call("POST", "/actions/secret/end-overlap", {});
    return { subject: secretOf(body["secret"]) };
  },
  "secret.older_dropped": async (house) => {
    const { body } = await house.owner.call("POST", "/actions/secret/reveal", {});
    await rotated(house);
    await house.owner.call("POST", "/actions/secret/rotate", { dropOldest: true });
    return { subject: secretOf(body["secret"]), details: {} };
  },
  "address.changed": async ({ owner, receiver }) => {
    await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/one` });
    await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/two?token=hidden` });
    return { details: { address: { from: `${receiver.origin}/one`, to: `${receiver.origin}/two?…` } } };
  },
  "button.added": async (house) => {
    await buttonIn(house);
    return { subject: "Refund", details: { action: "refund" } };
  },
  "button.changed": async (house) => {
    const id = await buttonIn(house);
    await house.owner.call("PATCH", `/actions/buttons/${id}`, { label: "Refund order", action: "refund_order" });
    return {
      subject: "Refund",
      details: { label: { from: "Refund", to: "Refund order" }, action: { from: "refund", to: "refund_order" } },
    };
  },
  "button.switched_on": async (house) => {
    const id = await buttonIn(house);
    for (const enabled of [false, true]) await house.owner.call("PATCH", `/actions/buttons/${id}`, { enabled });
    return { subject: "Refund", details: {} };
  },
  "button.switched_off": async (house) => {
    await house.owner.call("PATCH", `/actions/buttons/${await buttonIn(house)}`, { enabled: false });
    return { subject: "Refund", details: {} };
  },
  "button.reordered": async (house) => {
    const ids = [await buttonIn(house), await buttonIn(house, "Retry", "retry")];
    await house.owner.call("PUT", "/actions/order", { ids: ids.reverse() });
    return { details: { order: { from: ["Refund", "Retry"], to: ["Retry", "Refund"] } } };
  },
  "button.removed": async (house) => {
    await house.owner.call("DELETE", `/actions/buttons/${await buttonIn(house)}`);
    return { subject: "Refund", details: { action: "refund" } };
  },
  "call.resent": async ({ team, owner, receiver }) => {
    const { callId, label } = (await (await newDesk(team, receiver)).pressed()).outcome;
    expect((await resend(owner, callId)).status).toBe(202);
    return { subject: label, details: { deliveryId: callId } };
  },
};

for (const what of Done.options) {
  const doing = doings[what];
  test(`${what} is written with who did it, what it was done to and when, in its workspace alone`, async ({ ada, bob, receiver }) => {
    const owner = await ada.signIn();
    const { me } = (await owner.call("GET", "/members")).body as { me: string };
    const before = Date.now() - 60_000;
    const his = await bob.signIn();
    const others = await logOf(his);
    const expected = await doing({ team: ada, owner, receiver });
    const [entry, ...more] = await logOf(owner, `?kind=${what}`);
    expect(entry).toMatchObject({ what, actor: { accountId: me, name: "Olga Owner" }, ...expected });
    // The team's own key is the command line's, and the address is set before it is changed.
    const again = more.filter(({ actor }) => actor.accountId !== null);
    expect(again).toHaveLength(what === "address.changed" ? 1 : 0);
    expect(new Date(entry?.createdAt ?? 0).getTime()).toBeGreaterThan(before);
    expect(new Date(entry?.createdAt ?? 0).getTime()).toBeLessThanOrEqual(Date.now());
    expect(await logOf(his)).toEqual(others);
  });
}

const idle: Record<string, (house: House) => Promise<() => Promise<number>>> = {
  "the same plan":
    async ({ owner }) =>
    async () =>
      (await owner.call("PUT", "/plan", { plan: "pro" })).status,
  "the same role": async (house) => {
    const { id } = await person(house, "agent");
    return async () => (await house.owner.call("PATCH", `/members/${id}`, { role: "agent" })).status;
  },
  "the same name of a key": async (house) => {
    const { id } = await keyIn(house);
    return async () => (await house.owner.call("PATCH", `/keys/${id}`, { name: "Shop" })).status;
  },
  "the same label, identifier and switch": async (house) => {
    const id = await buttonIn(house);
    const same = { label: "Refund", action: "refund", enabled: true };
    return async () => (await house.owner.call("PATCH", `/actions/buttons/${id}`, same)).status;
  },
  "the same order": async (house) => {
    const ids = [await buttonIn(house), await buttonIn(house, "Retry", "retry")];
    return async () => (await house.owner.call("PUT", "/actions/order", { ids })).status;
  },
  "the same address": async ({ owner, receiver }) => {
    const save = async () => (await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/one` })).status;
    await save();
    return save;
  },
};

for (const [title, prepare] of Object.entries(idle)) {
  test(`${title} again is no change, and nothing is written`, async ({ ada, receiver }) => {
    const owner = await ada.signIn();
    const again = await prepare({ team: ada, owner, receiver });
    const before = await logOf(owner);
    expect(await again()).toBe(200);
    expect(await logOf(owner)).toEqual(before);
  });
}

test("what is refused is not written", async ({ ada }) => {
  const owner = await ada.signIn();
  const { me } = (await owner.call("GET", "/members")).body as { me: string };
  await owner.call("POST", "/actions/buttons", { label: "Refund", action: "refund" });
  const before = await logOf(owner);
  const refused = await Promise.all([
    owner.call("DELETE", `/members/${me}`),
    owner.call("PATCH", `/members/${me}`, { role: "agent" }),
    owner.call("POST", "/invitations", { email: ada.owner.email, role: "agent" }),
    owner.call("POST", "/actions/buttons", { label: "Again", action: "refund" }),
    owner.call("POST", "/actions/secret/end-overlap", {}),
    owner.call("DELETE", `/keys/${randomUUID()}`),
    owner.call("POST", "/me/password", { current: "wrong", next: "another long password" }),
    owner.call("PUT", "/actions/address", { url: "https://10.0.0.3/actions" }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 404, 400, 400]);
  expect(await logOf(owner)).toEqual(before);
});

test("of ten removals of one key at once, one happened and one is written", async ({ ada }) => {
  const owner = await ada.signIn();
  const { key } = (await owner.call("POST", "/keys", { name: "Shop" })).body as { key: { id: string } };
  const replies = await Promise.all(Array.from({ length: 10 }, () => owner.call("DELETE", `/keys/${key.id}`)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await logOf(owner, "?kind=key.revoked")).toHaveLength(1);
});

test("an entry keeps the name of who did it, also when they are gone, and they can be asked for", async ({ ada, receiver }) => {
  const owner = await ada.signIn();
  const tom = await person({ team: ada, owner, receiver }, "admin");
  await (await tom.signIn()).call("POST", "/keys", { name: "Tom's" });
  await owner.call("DELETE", `/members/${tom.id}`);
  const done = await logOf(owner, `?actor=${tom.id}`);
  expect(done.map(({ what, actor }) => [what, actor])).toEqual(
    ["key.created", "session.signed_in", "invitation.accepted"].map((what) => [what, { accountId: tom.id, name: "Tom Ray" }]),
  );
  const { actors } = (await owner.call("GET", "/audit/actors")).body as { actors: object[] };
  expect(actors).toEqual([
    { accountId: null, name: "Command line" },
    { accountId: expect.any(String), name: "Olga Owner" },
    { accountId: tom.id, name: "Tom Ray" },
  ]);
});

test("a password that is changed is told in every workspace of its account", async ({ ada, bob }) => {
  const { token } = await invited(await ada.signIn(), bob.owner.email);
  expect((await acceptAs(ada, token, await bob.signIn())).status).toBe(200);
  await resetByOperator(bob, bob.owner.email, "chosen anew by Bob");
  const [hers, his] = [await ada.signIn(), await bob.signIn({ ...bob.owner, password: "chosen anew by Bob" })];
  for (const session of [hers, his]) {
    expect(await logOf(session, "?kind=member.reset_link_made")).toMatchObject([
      { actor: { accountId: null, name: "Command line" }, details: { email: bob.owner.email } },
    ]);
    expect(await logOf(session, "?kind=member.reset_link_used")).toMatchObject([
      { actor: { name: "Olga Owner" }, details: { email: bob.owner.email } },
    ]);
  }
});

test("the log is read page by page, newest first, each entry once, also while it grows", async ({ ada }) => {
  const owner = await ada.signIn();
  for (let round = 0; round < 60; round += 1) await owner.call("PUT", "/plan", { plan: round % 2 === 0 ? "business" : "pro" });
  const read: Entry[] = [];
  for (let before = ""; ; ) {
    const { body } = await owner.call("GET", `/audit?kind=plan${before && `&before=${before}`}`);
    const { entries, hasEarlier } = body as { entries: Entry[]; hasEarlier: boolean };
    read.push(...entries);
    before = entries.at(-1)?.id ?? "";
    if (!hasEarlier) break;
    await owner.call("PUT", "/plan", { plan: "free" });
  }
  expect(read).toHaveLength(60);
  expect(read.map(({ id }) => id)).toEqual([...new Set(read.map(({ id }) => id))].sort().reverse());
  expect(read.at(-1)?.details).toEqual({ plan: { from: "pro", to: "business" } });
});

test("the log is filtered by who, what and when", async ({ ada }) => {
  const owner = await ada.signIn();
  await owner.call("POST", "/keys", { name: "Shop" });
  const [newest] = await logOf(owner);
  const at = newest?.createdAt ?? "";
  const next = new Date(new Date(at).getTime() + 1).toISOString();
  const kinds = async (query: string) => (await logOf(owner, query)).map(({ what }) => what);
  expect(await kinds("?actor=command-line&kind=key")).toEqual(["key.created"]);
  expect(await kinds("?actor=command-line")).toEqual(["key.created", "workspace.created"]);
  expect(await kinds("?kind=session")).toEqual(["session.signed_in"]);
  expect(await kinds(`?from=${at}`)).toEqual(["key.created"]);
  expect(await kinds(`?from=${next}`)).toEqual([]);
  expect(await kinds(`?until=${at}`)).toEqual(["session.signed_in", "key.created", "workspace.created"]);
  expect(await kinds(`?kind=key&until=${next}`)).toEqual(["key.created", "key.created"]);
  for (const wrong of [
    "actor=nobody",
    "kind=nothing",
    "from=yesterday",
    "until=0001-01-01T00:00:00Z",
    "before=1",
    `before=${randomUUID()}`,
  ]) {
    expect((await owner.call("GET", `/audit?${wrong}`)).status, wrong).toBe(400);
  }
});

test("no entry holds a secret, a key, a password or what is kept of them", async ({ ada, receiver }) => {
  const owner = await ada.signIn();
  const house = { team: ada, owner, receiver };
  await newDesk(ada, receiver);
  const words = [ada.key, ada.owner.password, "hidden", "argon2", "sealed"];
  for (const doing of Object.values(doings)) if (typeof doing === "function") await doing(house).catch(() => undefined);
  words.push(String((await owner.call("POST", "/actions/secret/reveal", {})).body["secret"]));
  words.push(String(await rotated(house)), (await person(house, "agent")).password);
  words.push(String((await owner.call("POST", "/keys", { name: "Last" })).body["secret"]));
  const pages = [
    await owner.call("GET", "/audit/export"),
    await owner.call("GET", "/audit?kind=button"),
    await owner.call("GET", "/audit"),
  ];
  for (const { text } of pages.slice(0, 2)) expect(text).toContain("Refund");
  for (const { text } of pages) {
    for (const word of words) expect(text).not.toContain(word);
    expect(text).not.toMatch(/whsec_[A-Za-z0-9_-]{20}|bsk_[A-Za-z0-9_-]{20}/);
  }
});
