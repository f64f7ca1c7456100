import { parseCsv } from "../../support/csv";
import { expect, type Session, send, type Team, test } from "../../support/fixtures";
import { addMember } from "../../support/members";

const addressOf = ({ url, workspace }: Team, format: string) => `${url}/api/w/${workspace}/contacts/export?format=${format}`;

async function exported(team: Team, { cookie }: Session, format: "csv" | "ndjson") {
  const response = await fetch(addressOf(team, format), { headers: { cookie } });
  expect(response.status).toBe(200);
  const text = Buffer.from(await response.arrayBuffer()).toString("utf8");
  return { headers: response.headers, text };
}

const contactsOf = async (team: Team, session: Session) =>
  (await exported(team, session, "ndjson")).text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("all contacts are exported, the newest first, as the API answers them, with the userIds that were merged into them", async ({
  ada,
  bob,
}) => {
  const owner = await ada.signIn();
  await bob.api("PUT", "/contacts/xylophone", { body: { name: "Xylophone" } });
  // More than are read at once.
  const items = Array.from({ length: 250 }, (_, index) => ({ userId: `u${index}`, name: `Ada ${index}`, attributes: { index } }));
  for (let at = 0; at < items.length; at += 50) await ada.api("POST", "/contacts/batch", { body: { items: items.slice(at, at + 50) } });
  await ada.api("PUT", "/contacts/newest", {
    body: { name: 'Zoë "Z"\nOkafor', email: "zoe@example.com", phone: "447911000009", attributes: { vip: true, plan: "pro", owed: 3.5 } },
  });
  await ada.api("PUT", "/contacts/former", { body: {} });
  expect((await ada.api("POST", "/contacts/newest/merge", { body: { from: "former" } })).status).toBe(200);
  await ada.api("DELETE", "/contacts/u7");
  const found = await contactsOf(ada, owner);
  expect(found.map(({ userId }) => userId)).toEqual([
    "newest",
    ...items
      .map(({ userId }) => userId)
      .filter((userId) => userId !== "u7")
      .reverse(),
  ]);
  const { contact } = (await ada.api("GET", "/contacts/newest")).body as { contact: object };
  expect(found[0]).toEqual({ ...contact, aliases: ["former"], tags: [] });
  const { headers, text } = await exported(ada, owner, "csv");
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toBe(
    `attachment; filename="contacts-${ada.workspace}-${new Date().toISOString().slice(0, 10)}.csv"`,
  );
  const [head = [], ...rows] = parseCsv(text.replace(/^\ufeff/, ""));
  expect(rows.map(([userId]) => userId)).toEqual(found.map(({ userId }) => userId));
  const [first = []] = rows;
  const { createdAt, updatedAt } = found[0] ?? {};
  expect(Object.fromEntries(head.map((name, index) => [name, first[index]]))).toMatchObject({
    ...{ userId: "newest", name: 'Zoë "Z"\nOkafor', email: "zoe@example.com", phone: "447911000009", createdAt, updatedAt },
    ...{ aliases: '["former"]', "attributes.vip": "true", "attributes.plan": "pro", "attributes.owed": "3.5", attributes: "" },
  });
});

test("an attribute that no column has is in the last one, and nothing that was sent runs as a formula", async ({ ada }) => {
  const owner = await ada.signIn();
  await ada.api("PUT", "/contacts/rare", { body: { name: "=1+1", attributes: { rare: "@SUM(1)", __proto__x: "a", constructor: "b" } } });
  // The columns are those of the contacts that were seen last.
  for (let at = 0; at < 200; at += 50) {
    const items = Array.from({ length: 50 }, (_, index) => ({ userId: `u${at + index}`, attributes: { "-plan": "pro" } }));
    expect((await ada.api("POST", "/contacts/batch", { body: { items } })).status).toBe(200);
  }
  for (let at = 0; at < 200; at += 50) {
    const events = Array.from({ length: 50 }, (_, index) => ({ event: "Order placed", userId: `u${at + index}` }));
    expect((await ada.api("POST", "/events/batch", { body: { items: events } })).status).toBe(200);
  }
  const [head = [], ...rows] = parseCsv((await exported(ada, owner, "csv")).text.replace(/^\ufeff/, ""));
  expect(head.slice(8)).toEqual(["attributes.-plan", "attributes"]);
  const rare = rows.find(([userId]) => userId === "rare") ?? [];
  expect(rare.slice(0, 2)).toEqual(["rare", "'=1+1"]);
  expect(JSON.parse(rare.at(-1) ?? "")).toEqual({ rare: "@SUM(1)", __proto__x: "a", constructor: "b" });
});

test("only admins of the workspace take its contacts along, and the audit log says so before the first line", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const credentials = { email: `${ada.workspace}-agent@example.com`, password: "a password for tests" };
  await addMember(ada, { role: "agent", ...credentials });
  const agent = await ada.signIn(credentials);
  const outside = await bob.signIn();
  const statuses = await Promise.all(
    [agent, outside, undefined].map((session) => send(addressOf(ada, "csv"), session ? { headers: { cookie: session.cookie } } : {})),
  );
  expect(statuses.map(({ status }) => status)).toEqual([403, 404, 401]);
  expect((await send(addressOf(ada, "xlsx"), { headers: { cookie: owner.cookie } })).body).toMatchObject({
    error: { code: "invalid_request", message: expect.stringContaining('"csv" or "ndjson"') },
  });
  expect((await owner.call("GET", "/audit?kind=contact.all_exported")).body["items"]).toEqual([]);
  expect(await contactsOf(ada, owner)).toEqual([]);
  expect((await owner.call("GET", "/audit?kind=contact.all_exported")).body["items"]).toMatchObject([{ subject: "NDJSON" }]);
});
