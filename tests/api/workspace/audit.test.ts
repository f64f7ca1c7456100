import { randomUUID } from "node:crypto";
import { type Entry, EntryKind } from "@/lib/workspace/audit/contract";
import { resend } from "../../support/calls";
import { newDesk } from "../../support/desk";
import { expect, type Session, type Team, test } from "../../support/fixtures";
import { checkedImport, importIn } from "../../support/imports";
import { acceptAs, addMember, idOf, invited, type Role, redeem, resetByOperator, resetLink } from "../../support/members";
import type { Receiver } from "../../support/receiver";
import { addEndpoint, viewOf } from "../webhooks/helpers";

const logOf = async (session: Session, query = "") => {
  const reply = await session.call("GET", `/audit${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body["items"] as Entry[];
};

type Setup = { team: Team; owner: Session; receiver: Receiver };
type Expected = Partial<Omit<Entry, "actor">> & { actor?: object };
type Scenario = (setup: Setup) => Promise<Expected>;

const person = async ({ team, owner }: Setup, role: Role) => {
  const tom = await addMember(team, { role });
  return { ...tom, id: await idOf(owner, tom.email), signIn: () => team.signIn(tom) };
};
const keyIn = async ({ owner }: Setup, name = "Shop") =>
  (await owner.call("POST", "/keys", { name })).body["key"] as Record<string, string>;
const hint = (key: Record<string, string>) => `${key["prefix"]}…${key["lastFour"]}`;
const buttonIn = async ({ owner }: Setup, label = "Refund", action = "refund") =>
  String((await owner.call("POST", "/actions/buttons", { label, action })).body["id"]);
const replyIn = async ({ owner }: Setup) =>
  String((await owner.call("POST", "/replies", { title: "Refund", shortcut: "refund", text: "It is on its way." })).body["id"]);
const tagIn = async ({ owner }: Setup) => String((await owner.call("POST", "/tags", { name: "VIP", color: "grey" })).body["id"]);
const contactIn = async ({ team, owner }: Setup) => {
  await team.api("PUT", "/contacts/user_1", { body: {} });
  const [contact] = (await owner.call("GET", "/contacts?text=user_1")).body["items"] as { id: string }[];
  return contact?.id ?? "";
};
const blocked = async ({ team, owner }: Setup) => {
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone: "447911000001" });
  await owner.call("POST", `/chats/${chatId}/block`, { isBlocked: true });
  return chatId;
};
const linked = async (setup: Setup) => {
  const contact = await contactIn(setup);
  const { chatId } = await setup.team.sendMessage({ channel: "website", visitorId: "v_1" });
  await setup.owner.call("POST", `/chats/${chatId}/link`, { userId: "user_1" });
  return { subject: chatId, details: { contact } };
};
const identifySecretOf = (text: unknown) => `idsec_…${String(text).slice(-4)}`;
const identifySecret = async ({ owner }: Setup, verb: "reveal" | "rotate", body = {}) =>
  identifySecretOf((await owner.call("POST", `/widget/secret/${verb}`, body)).body["secret"]);
const secretOf = (text: unknown) => `whsec_…${String(text).slice(-4)}`;
const rotated = async ({ owner }: Setup) => (await owner.call("POST", "/actions/secret/rotate", {})).body["secret"];

/** Brings a userId and a phone of different contacts together, and decides the conflict. */
async function decided({ team, owner }: Setup, decision: "keep_apart" | "move_phone"): Promise<string> {
  await team.api("PUT", "/contacts/holder", { body: { phone: "447911000001" } });
  await team.api("POST", "/events", { body: { event: "Order placed", userId: "other", phone: "447911000001" } });
  const [{ id } = { id: "" }] = (await owner.call("GET", "/conflicts")).body["items"] as { id: string }[];
  await owner.call("POST", `/conflicts/${id}`, { decision });
  return id;
}

/** Merges `user_2` into `user_1`. */
async function merged({ team, owner }: Setup): Promise<{ into: string; from: string; mergeId: string }> {
  for (const userId of ["user_1", "user_2"]) await team.api("PUT", `/contacts/${userId}`, { body: {} });
  const { items } = (await owner.call("GET", "/contacts")).body as { items: { id: string; userId: string }[] };
  const [into = "", from = ""] = ["user_1", "user_2"].map((name) => items.find(({ userId }) => userId === name)?.id);
  const { mergeId } = (await owner.call("POST", `/contacts/${into}/merge`, { from, values: {} })).body as { mergeId: string };
  return { into, from, mergeId };
}

const whatsAppValues = { phoneNumberId: "106540352242922", accessToken: "EAAJ-made-up-access-token", appSecret: "0123456789abcdef" };

/** For each kind of entry: an action that causes it, and the expected newest entry. */
// Secrets are re-encrypted only while nothing runs: the test of that command checks its entry. Members are not added any more, and
// only the demo sets a password. Sign-ins have tests of their own.
const Tested = EntryKind.exclude([
  ...(["secret.resealed", "identify.resealed", "member.added", "member.password_reset"] as const),
  ...(["session.signed_in", "session.refused", "session.signed_out", "session.ended"] as const),
]);

const webhook = { url: null, types: ["ping"], description: "Orders" };
const webhookId = async ({ team }: Setup) =>
  ((await team.api("POST", "/webhook-endpoints", { body: webhook })).body["endpoint"] as { id: string }).id;
const importOf = ({ team }: Setup) => checkedImport(team, "id,name\nimported_1,Ada\n");
const byKey = { actor: { name: expect.stringMatching(/^API key/) } };

const scenarios: Record<(typeof Tested.options)[number], Scenario> = {
  "workspace.created": async ({ team }) => ({
    subject: team.workspace,
    details: { plan: "pro", owner: team.owner.email },
    actor: { accountId: null, name: "Command line" },
  }),
  "workspace.retention_changed": async ({ owner }) => {
    await owner.call("PUT", "/retention", { eventsKeptDays: 90 });
    return { details: { eventsKeptDays: { from: "for good", to: 90 } } };
  },
  "workspace.chats_changed": async ({ owner }) => {
    await owner.call("PUT", "/chat-settings", { assignNewChats: "round_robin" });
    return { details: { assignNewChats: { from: "off", to: "in turn" } } };
  },
  "workspace.replies_changed": async ({ owner }) => {
    await owner.call("PUT", "/reply-settings", { agentsManage: true });
    return { details: { agentsManage: { from: false, to: true } } };
  },
  "workspace.requests_changed": async ({ owner }) => {
    await owner.call("PUT", "/requests/settings", { keepsBodies: false });
    return { details: { keepsBodies: { from: true, to: false } } };
  },
  "webhook.added": async (setup) => {
    await webhookId(setup);
    return { subject: "Orders", details: { address: null, types: ["ping"], content: false, description: "Orders", isOn: true }, ...byKey };
  },
  "webhook.changed": async (setup) => {
    await setup.team.api("PATCH", `/webhook-endpoints/${await webhookId(setup)}`, { body: { enabled: false } });
    return { subject: "Orders", details: { isOn: { from: true, to: false } }, ...byKey };
  },
  "webhook.rotated": async (setup) => {
    await setup.team.api("POST", `/webhook-endpoints/${await webhookId(setup)}/rotate`);
    return { subject: "Orders", ...byKey };
  },
  "webhook.switched_off": async ({ team, receiver }) => {
    const endpoint = await addEndpoint(team, receiver, { types: ["ping"], name: "hooks?token=hidden", answer: () => ({ status: 410 }) });
    await team.api("POST", `/webhook-endpoints/${endpoint.id}/test`);
    await expect.poll(async () => (await viewOf(team, endpoint))["disabledReason"]).toBe("gone");
    const address = `${receiver.origin}/${team.workspace}/hooks?…`;
    return { subject: address, details: { address, answer: "410" }, actor: { accountId: expect.any(String), name: "Beside" } };
  },
  "webhook.removed": async (setup) => {
    await setup.team.api("DELETE", `/webhook-endpoints/${await webhookId(setup)}`);
    return { subject: "Orders", details: { address: null, types: ["ping"], content: false, description: "Orders", isOn: true }, ...byKey };
  },
  "import.started": async (setup) => {
    const { id } = await importOf(setup);
    await setup.team.api("POST", `/imports/${id}/run`);
    return { subject: "contacts.csv", details: { lines: 1, created: 1, changed: 0 }, ...byKey };
  },
  "import.ran": async (setup) => {
    const { id } = await importOf(setup);
    await setup.team.api("POST", `/imports/${id}/run`);
    await importIn(setup.team, id, "done");
    return { subject: "contacts.csv", details: { created: 1, changed: 0 }, ...byKey };
  },
  "import.cancelled": async (setup) => {
    const { id } = await importOf(setup);
    await setup.team.api("POST", `/imports/${id}/cancel`);
    return { subject: "contacts.csv", details: { created: 0, changed: 0 }, ...byKey };
  },
  "import.undone": async (setup) => {
    const { id } = await importOf(setup);
    await setup.team.api("POST", `/imports/${id}/run`);
    await importIn(setup.team, id, "done");
    await setup.team.api("POST", `/imports/${id}/undo`);
    return { subject: "contacts.csv", details: { created: 1 }, ...byKey };
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
  "invitation.accepted": async (setup) => {
    const { id, email } = await person(setup, "admin");
    return { subject: "Tom Ray", details: { email, role: "admin" }, actor: { accountId: id, name: "Tom Ray" } };
  },
  "member.role_changed": async (setup) => {
    const { id, email } = await person(setup, "agent");
    await setup.owner.call("PATCH", `/members/${id}`, { role: "admin" });
    return { subject: "Tom Ray", details: { role: { from: "agent", to: "admin" }, email } };
  },
  "member.erased": async (setup) => {
    const { id, email } = await person(setup, "agent");
    await setup.team.operate("delete-account", { email, confirm: email });
    return { subject: id, details: {}, actor: { accountId: null, name: "Command line" } };
  },
  "member.removed": async (setup) => {
    const { id, email } = await person(setup, "agent");
    await setup.owner.call("DELETE", `/members/${id}`);
    return { subject: "Tom Ray", details: { email, role: "agent" } };
  },
  "member.left": async (setup) => {
    const { id, email, signIn } = await person(setup, "admin");
    await (await signIn()).call("DELETE", `/members/${id}`);
    return { subject: "Tom Ray", details: { email, role: "admin" }, actor: { accountId: id, name: "Tom Ray" } };
  },
  "member.reset_link_made": async (setup) => {
    const { id, email } = await person(setup, "agent");
    await resetLink(setup.owner, id);
    return { subject: "Tom Ray", details: { email } };
  },
  "member.reset_link_used": async (setup) => {
    const { id, email, signIn } = await person(setup, "agent");
    await signIn();
    await redeem(setup.team, await resetLink(setup.owner, id), "chosen anew by Tom");
    return { subject: "Tom Ray", details: { email, sessionsEnded: 1 }, actor: { accountId: id, name: "Tom Ray" } };
  },
  "member.password_changed": async (setup) => {
    const { id, email, password, signIn } = await person(setup, "agent");
    await (await signIn()).call("POST", "/me/password", { current: password, next: "another long password" });
    return { subject: "Tom Ray", details: { email, sessionsEnded: 1 }, actor: { accountId: id, name: "Tom Ray" } };
  },
  "key.created": async (setup) => ({ subject: "Shop", details: { key: hint(await keyIn(setup)) } }),
  "key.renamed": async (setup) => {
    const key = await keyIn(setup);
    await setup.owner.call("PATCH", `/keys/${key["id"]}`, { name: "Shop, production" });
    return { subject: "Shop", details: { name: { from: "Shop", to: "Shop, production" }, key: hint(key) } };
  },
  "key.rotated": async (setup) => {
    const key = await keyIn(setup);
    const { body } = await setup.owner.call("POST", `/keys/${key["id"]}/rotate`, {});
    return { subject: "Shop", details: { key: { from: hint(key), to: hint(body["key"] as Record<string, string>) } } };
  },
  "key.overlap_ended": async (setup) => {
    const key = await keyIn(setup);
    await setup.owner.call("POST", `/keys/${key["id"]}/rotate`, { overlapSeconds: 60 });
    await setup.owner.call("POST", `/keys/${key["id"]}/end`, {});
    return { subject: "Shop", details: { key: hint(key) } };
  },
  "key.revoked": async (setup) => {
    const key = await keyIn(setup);
    await setup.owner.call("DELETE", `/keys/${key["id"]}`);
    return { subject: "Shop", details: { key: hint(key) } };
  },
  "secret.revealed": async ({ owner }) => {
    const { body } = await owner.call("POST", "/actions/secret/reveal", {});
    return { subject: secretOf(body["secret"]), details: {} };
  },
  "secret.rotated": async (setup) => {
    const { body } = await setup.owner.call("POST", "/actions/secret/reveal", {});
    const fresh = secretOf(await rotated(setup));
    return { subject: fresh, details: { secret: { from: secretOf(body["secret"]), to: fresh } } };
  },
  "secret.overlap_ended": async (setup) => {
    const { body } = await setup.owner.call("POST", "/actions/secret/reveal", {});
    await rotated(setup);
    await setup.owner.call("POST", "/actions/secret/end-overlap", {});
    return { subject: secretOf(body["secret"]) };
  },
  "secret.older_dropped": async (setup) => {
    const { body } = await setup.owner.call("POST", "/actions/secret/reveal", {});
    await rotated(setup);
    await setup.owner.call("POST", "/actions/secret/rotate", { dropOldest: true });
    return { subject: secretOf(body["secret"]), details: {} };
  },
  "identify.revealed": async (setup) => ({ subject: await identifySecret(setup, "reveal"), details: {} }),
  "identify.rotated": async (setup) => {
    const from = await identifySecret(setup, "reveal");
    const to = await identifySecret(setup, "rotate");
    return { subject: to, details: { secret: { from, to } } };
  },
  "identify.overlap_ended": async (setup) => {
    const old = await identifySecret(setup, "reveal");
    await identifySecret(setup, "rotate");
    await setup.owner.call("POST", "/widget/secret/end-overlap", {});
    return { subject: old };
  },
  "identify.older_dropped": async (setup) => {
    const old = await identifySecret(setup, "reveal");
    await identifySecret(setup, "rotate");
    await identifySecret(setup, "rotate", { dropOldest: true });
    return { subject: old, details: {} };
  },
  "workspace.attributes_changed": async ({ owner }) => {
    const { version } = (await owner.call("GET", "/attribute-display")).body;
    const plan = { key: "plan", name: "Plan", group: "Billing", isPinned: true, format: { kind: "badge", tone: "good" } };
    await owner.call("PUT", "/attribute-display", { items: [plan], version });
    return { details: { attributes: { from: [], to: ["plan: Plan, Billing, pinned, badge good"] } } };
  },
  "contact.exported": async (setup) => {
    const id = await contactIn(setup);
    await setup.owner.call("GET", `/contacts/${id}/export`);
    return { subject: id, details: {} };
  },
  "contact.all_exported": async ({ owner }) => {
    await owner.call("GET", "/contacts/export?format=csv");
    return { subject: "CSV", details: {} };
  },
  "contact.deleted": async (setup) => {
    const id = await contactIn(setup);
    await setup.team.api("POST", "/events", { body: { event: "Order placed", userId: "user_1" } });
    await setup.owner.call("DELETE", `/contacts/${id}`, { userId: "user_1" });
    return { subject: id, details: { eventsDeleted: 1, chatsUnlinked: 0 } };
  },
  "contact.merged": async (setup) => {
    const { into, from } = await merged(setup);
    return { subject: into, details: { mergedContact: from, people: 0 } };
  },
  "contact.merge_undone": async (setup) => {
    const { into, from, mergeId } = await merged(setup);
    await setup.owner.call("POST", `/contacts/${into}/merges/${mergeId}/undo`, {});
    return { subject: into, details: { restoredContact: from, people: 0 } };
  },
  "person.blocked": async (setup) => ({ subject: await blocked(setup), details: {} }),
  "person.erased": async ({ team, owner }) => {
    const { chatId } = await team.sendMessage({ channel: "whatsapp", phone: "447911000001", name: "Ada" });
    const { person: erased } = (await owner.call("GET", `/chats/${chatId}/panel`)).body as { person: { id: string } };
    await owner.call("DELETE", `/people/${erased.id}`, { displayName: "Ada", scope: "person" });
    return { subject: erased.id, details: { peopleErased: 1, chatsErased: 1, eventsDeleted: 0, contactDeleted: false } };
  },
  "person.linked": async (setup) => linked(setup),
  "person.unlinked": async (setup) => {
    const entry = await linked(setup);
    await setup.owner.call("DELETE", `/chats/${entry.subject}/link`, { userId: "user_1" });
    return entry;
  },
  "person.unblocked": async (setup) => {
    const chatId = await blocked(setup);
    await setup.owner.call("POST", `/chats/${chatId}/block`, { isBlocked: false });
    return { subject: chatId, details: {} };
  },
  "integration.connected": async ({ owner }) => {
    await owner.call("PUT", "/whatsapp", whatsAppValues);
    return { subject: "WhatsApp", details: { replacedSecrets: ["accessToken", "appSecret", "verifyToken"] } };
  },
  "integration.changed": async ({ owner }) => {
    await owner.call("PUT", "/whatsapp", whatsAppValues);
    await owner.call("PUT", "/whatsapp", { phoneNumberId: whatsAppValues.phoneNumberId, sendsReceipts: false });
    return { subject: "WhatsApp", details: { sendsReceipts: { from: true, to: false } } };
  },
  "integration.disconnected": async ({ owner }) => {
    await owner.call("PUT", "/whatsapp", whatsAppValues);
    await owner.call("DELETE", "/whatsapp");
    return { subject: "WhatsApp", details: {} };
  },
  "address.changed": async ({ owner, receiver }) => {
    await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/one` });
    await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/two?token=hidden` });
    return { details: { address: { from: `${receiver.origin}/one`, to: `${receiver.origin}/two?…` } } };
  },
  "button.added": async (setup) => {
    await buttonIn(setup);
    return { subject: "Refund", details: { action: "refund" } };
  },
  "button.changed": async (setup) => {
    const id = await buttonIn(setup);
    await setup.owner.call("PATCH", `/actions/buttons/${id}`, { label: "Refund order", action: "refund_order" });
    return {
      subject: "Refund",
      details: { label: { from: "Refund", to: "Refund order" }, action: { from: "refund", to: "refund_order" } },
    };
  },
  "button.switched_on": async (setup) => {
    const id = await buttonIn(setup);
    for (const enabled of [false, true]) await setup.owner.call("PATCH", `/actions/buttons/${id}`, { enabled });
    return { subject: "Refund", details: {} };
  },
  "button.switched_off": async (setup) => {
    await setup.owner.call("PATCH", `/actions/buttons/${await buttonIn(setup)}`, { enabled: false });
    return { subject: "Refund", details: {} };
  },
  "button.reordered": async (setup) => {
    const ids = [await buttonIn(setup), await buttonIn(setup, "Retry", "retry")];
    await setup.owner.call("PUT", "/actions/order", { ids: ids.reverse() });
    return { details: { order: { from: ["Refund", "Retry"], to: ["Retry", "Refund"] } } };
  },
  "button.removed": async (setup) => {
    await setup.owner.call("DELETE", `/actions/buttons/${await buttonIn(setup)}`);
    return { subject: "Refund", details: { action: "refund" } };
  },
  "call.resent": async ({ team, owner, receiver }) => {
    const { callId, label } = (await (await newDesk(team, receiver)).pressAndWait()).outcome;
    expect((await resend(owner, callId)).status).toBe(202);
    return { subject: label, details: { deliveryId: callId } };
  },
  "call.signed": async ({ team, owner, receiver }) => {
    const { callId, label } = (await (await newDesk(team, receiver)).pressAndWait()).outcome;
    expect((await owner.call("POST", `/calls/${callId}/signed`, {})).status).toBe(200);
    return { subject: label, details: { deliveryId: callId } };
  },
  "reply.added": async (setup) => {
    await replyIn(setup);
    return { subject: "Refund", details: {} };
  },
  "reply.changed": async (setup) => {
    await setup.owner.call("PATCH", `/replies/${await replyIn(setup)}`, { title: "Refunds", shortcut: null, text: "Other words" });
    return { subject: "Refund", details: { title: { from: "Refund", to: "Refunds" }, shortcut: { from: "refund", to: null } } };
  },
  "reply.removed": async (setup) => {
    await setup.owner.call("DELETE", `/replies/${await replyIn(setup)}`);
    return { subject: "Refund", details: {} };
  },
  "tag.added": async (setup) => {
    await tagIn(setup);
    return { subject: "VIP", details: {} };
  },
  "tag.changed": async (setup) => {
    await setup.owner.call("PATCH", `/tags/${await tagIn(setup)}`, { name: "Gold", color: "yellow" });
    return { subject: "VIP", details: { name: { from: "VIP", to: "Gold" }, color: { from: "grey", to: "yellow" } } };
  },
  "tag.removed": async (setup) => {
    await setup.owner.call("DELETE", `/tags/${await tagIn(setup)}`);
    return { subject: "VIP", details: {} };
  },
  "conflict.kept_apart": async (setup) => ({ subject: await decided(setup, "keep_apart"), details: {} }),
  "conflict.phone_moved": async (setup) => ({ subject: await decided(setup, "move_phone"), details: {} }),
};

for (const what of Tested.options) {
  const scenario = scenarios[what];
  test(`records ${what} with actor, subject and time, only in its workspace`, async ({ ada, bob, receiver }) => {
    const owner = await ada.signIn();
    const { me } = (await owner.call("GET", "/members")).body as { me: string };
    const before = Date.now() - 60_000;
    const his = await bob.signIn();
    const others = await logOf(his);
    const expected = await scenario({ team: ada, owner, receiver });
    const [entry, ...more] = await logOf(owner, `?kind=${what}`);
    expect(entry).toMatchObject({ what, actor: { accountId: me, name: "Olga Owner" }, ...expected });
    // The team's own key was created on the command line, and the address is set once before it is changed.
    const again = more.filter(({ actor }) => actor.accountId !== null);
    expect(again).toHaveLength(what === "address.changed" ? 1 : 0);
    expect(new Date(entry?.createdAt ?? 0).getTime()).toBeGreaterThan(before);
    expect(new Date(entry?.createdAt ?? 0).getTime()).toBeLessThanOrEqual(Date.now());
    expect(await logOf(his)).toEqual(others);
  });
}

const unchanged: Record<string, (setup: Setup) => Promise<() => Promise<number>>> = {
  "the same plan":
    async ({ owner }) =>
    async () =>
      (await owner.call("PUT", "/plan", { plan: "pro" })).status,
  "the same role": async (setup) => {
    const { id } = await person(setup, "agent");
    return async () => (await setup.owner.call("PATCH", `/members/${id}`, { role: "agent" })).status;
  },
  "the same name of a key": async (setup) => {
    const { id } = await keyIn(setup);
    return async () => (await setup.owner.call("PATCH", `/keys/${id}`, { name: "Shop" })).status;
  },
  "the same label, identifier and switch": async (setup) => {
    const id = await buttonIn(setup);
    const same = { label: "Refund", action: "refund", enabled: true };
    return async () => (await setup.owner.call("PATCH", `/actions/buttons/${id}`, same)).status;
  },
  "the same text of a saved reply": async (setup) => {
    const id = await replyIn(setup);
    const same = { title: "Refund", shortcut: "/Refund", text: "It is on its way." };
    return async () => (await setup.owner.call("PATCH", `/replies/${id}`, same)).status;
  },
  "the same name and colour of a tag": async (setup) => {
    const id = await tagIn(setup);
    return async () => (await setup.owner.call("PATCH", `/tags/${id}`, { name: "VIP", color: "grey" })).status;
  },
  "the same order": async (setup) => {
    const ids = [await buttonIn(setup), await buttonIn(setup, "Retry", "retry")];
    return async () => (await setup.owner.call("PUT", "/actions/order", { ids })).status;
  },
  "the same address": async ({ owner, receiver }) => {
    const save = async () => (await owner.call("PUT", "/actions/address", { url: `${receiver.origin}/one` })).status;
    await save();
    return save;
  },
};

for (const [title, prepare] of Object.entries(unchanged)) {
  test(`records nothing when ${title} is set again`, async ({ ada, receiver }) => {
    const owner = await ada.signIn();
    const again = await prepare({ team: ada, owner, receiver });
    const before = await logOf(owner);
    expect(await again()).toBe(200);
    expect(await logOf(owner)).toEqual(before);
  });
}

test("records nothing for a rejected request", async ({ ada }) => {
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

test("records one entry when ten requests remove one key at once", async ({ ada }) => {
  const owner = await ada.signIn();
  const { key } = (await owner.call("POST", "/keys", { name: "Shop" })).body as { key: { id: string } };
  const replies = await Promise.all(Array.from({ length: 10 }, () => owner.call("DELETE", `/keys/${key.id}`)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await logOf(owner, "?kind=key.revoked")).toHaveLength(1);
});

test("keeps the actor's name after the member is removed and filters by that actor", async ({ ada, receiver }) => {
  const owner = await ada.signIn();
  const tom = await person({ team: ada, owner, receiver }, "admin");
  await (await tom.signIn()).call("POST", "/keys", { name: "Tom's" });
  await owner.call("DELETE", `/members/${tom.id}`);
  const entries = await logOf(owner, `?actor=${tom.id}`);
  expect(entries.map(({ what, actor }) => [what, actor])).toEqual(
    ["key.created", "session.signed_in", "invitation.accepted"].map((what) => [what, { accountId: tom.id, name: "Tom Ray" }]),
  );
  const { actors } = (await owner.call("GET", "/audit/actors")).body as { actors: object[] };
  expect(actors).toEqual([
    { accountId: null, name: "Command line" },
    { accountId: expect.any(String), name: "Olga Owner" },
    { accountId: tom.id, name: "Tom Ray" },
  ]);
});

test("records a changed password in every workspace of its account", async ({ ada, bob }) => {
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

test("pages through the log newest first, each entry once, while it grows", async ({ ada }) => {
  const owner = await ada.signIn();
  for (let round = 0; round < 60; round += 1) await owner.call("PUT", "/plan", { plan: round % 2 === 0 ? "business" : "pro" });
  const read: Entry[] = [];
  for (let cursor: string | null = ""; ; ) {
    const { body } = await owner.call("GET", `/audit?kind=plan${cursor && `&cursor=${cursor}`}`);
    const { items, next } = body as { items: Entry[]; next: string | null };
    read.push(...items);
    cursor = next;
    if (!cursor) break;
    await owner.call("PUT", "/plan", { plan: "free" });
  }
  expect(read).toHaveLength(60);
  expect(read.map(({ id }) => id)).toEqual([...new Set(read.map(({ id }) => id))].sort().reverse());
  expect(read.at(-1)?.details).toEqual({ plan: { from: "pro", to: "business" } });
});

test("filters the log by actor, kind and time", async ({ ada }) => {
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
  expect(await kinds(`?to=${at}`)).toEqual(["session.signed_in", "key.created", "workspace.created"]);
  expect(await kinds(`?kind=key&to=${next}`)).toEqual(["key.created", "key.created"]);
  for (const wrong of ["actor=nobody", "kind=nothing", "from=yesterday", "to=0001-01-01T00:00:00Z", "cursor=1", `cursor=${randomUUID()}`]) {
    expect((await owner.call("GET", `/audit?${wrong}`)).status, wrong).toBe(400);
  }
});

test("contains no secret, key or password, nor a hash or an encrypted form of them", async ({ ada, receiver }) => {
  const owner = await ada.signIn();
  const setup = { team: ada, owner, receiver };
  await newDesk(ada, receiver);
  const secrets = [ada.key, ada.owner.password, "hidden", "argon2", "sealed"];
  for (const scenario of Object.values(scenarios)) if (typeof scenario === "function") await scenario(setup).catch(() => undefined);
  secrets.push(String((await owner.call("POST", "/actions/secret/reveal", {})).body["secret"]));
  secrets.push(String(await rotated(setup)), (await person(setup, "agent")).password);
  secrets.push(String((await owner.call("POST", "/keys", { name: "Last" })).body["secret"]));
  const pages = [
    await owner.call("GET", "/audit/export"),
    await owner.call("GET", "/audit?kind=button"),
    await owner.call("GET", "/audit"),
  ];
  for (const { text } of pages.slice(0, 2)) expect(text).toContain("Refund");
  for (const { text } of pages) {
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/whsec_[A-Za-z0-9_-]{20}|bsk_[A-Za-z0-9_-]{20}/);
  }
});
