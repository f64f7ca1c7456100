import { newId } from "@/lib/kernel/ids";
import { contracts } from "../../support/contracts";
import { newDesk } from "../../support/desk";
import { expect, type Reply, type Team, test } from "../../support/fixtures";
import { checkedImport, ranImport, sentFile } from "../../support/imports";
import type { Receiver } from "../../support/receiver";
import { errorReply } from "../../support/wire";
import { putContact } from "../helpers";
import { addEndpoint } from "../webhooks/helpers";

type Sent = {
  path: string;
  body?: object;
  status: number /** What differs, for the same key. */;
  other?: { path?: string; body?: object };
};
type Prepare = (team: Team, receiver: Receiver) => Promise<Sent>;

const file = (name: string) => Buffer.from(`id,name\n${name},Ada\n`);
const endpointPath = async (team: Team, receiver: Receiver, what: string) =>
  `/webhook-endpoints/${(await addEndpoint(team, receiver, { types: ["event.received"] })).id}/${what}`;

/** Every call whose first answer is stored, each ready to be made. */
const calls: Record<string, Prepare> = {
  "/webhook-endpoints": async () => ({
    ...{ path: "/webhook-endpoints", body: { url: null, types: ["event.received"] }, status: 201 },
    other: { body: { url: null, types: ["problem.opened"] } },
  }),
  "/webhook-endpoints/{endpointId}/rotate": async (team, receiver) => ({ path: await endpointPath(team, receiver, "rotate"), status: 200 }),
  "/webhook-endpoints/{endpointId}/test": async (team, receiver) => ({ path: await endpointPath(team, receiver, "test"), status: 202 }),
  "/webhook-endpoints/{endpointId}/replay": async (team, receiver) => ({
    ...{ path: await endpointPath(team, receiver, "replay"), status: 200 },
    body: { from: "2026-03-01T10:43:00Z", to: "2026-03-02T10:43:00Z" },
    other: { body: { from: "2026-03-01T10:43:00Z", to: "2026-03-03T10:43:00Z" } },
  }),
  "/imports": async () => ({
    ...{ path: "/imports?fileName=a.csv", body: file("user_1"), status: 201 },
    other: { body: file("user_2") },
  }),
  "/imports/{importId}/run": async (team) => ({
    path: `/imports/${(await checkedImport(team, "id,name\nuser_1,Ada\n")).id}/run`,
    status: 202,
  }),
  "/imports/{importId}/cancel": async (team) => ({
    path: `/imports/${(await sentFile(team, "id,name\nuser_1,Ada\n")).id}/cancel`,
    status: 200,
  }),
  "/imports/{importId}/undo": async (team) => {
    const { id } = await checkedImport(team, "id,name\nuser_1,Ada\n");
    await ranImport(team, id);
    return { path: `/imports/${id}/undo`, status: 202 };
  },
  "/contacts/{userId}/link-codes": async (team) => {
    await putContact(team, "org/1");
    return { path: "/contacts/org%2F1/link-codes", status: 201 };
  },
  "/contacts/{userId}/merge": async (team) => {
    for (const userId of ["into", "from", "another"]) await putContact(team, userId);
    return { path: "/contacts/into/merge", body: { from: "from" }, status: 200, other: { body: { from: "another" } } };
  },
  "/merges/{mergeId}/undo": async (team) => {
    for (const userId of ["into", "from"]) await putContact(team, userId);
    const { body } = await team.api("POST", "/contacts/into/merge", { body: { from: "from" } });
    return { path: `/merges/${body["mergeId"]}/undo`, status: 200 };
  },
  "/embed-tokens": async () => ({
    ...{ path: "/embed-tokens", body: { userId: "user_1" }, status: 201 },
    other: { body: { userId: "user_2" } },
  }),
  "/actions/{deliveryId}/result": async (team, receiver) => {
    const desk = await newDesk(team, receiver);
    desk.replyWith({ status: 202 });
    const id = newId();
    expect((await desk.press(id)).status).toBe(202);
    return { path: `/actions/${id}/result`, body: { message: "Done." }, status: 200, other: { body: { message: "Not done." } } };
  },
};

const send = (team: Team, key: string, { path, body }: Pick<Sent, "path" | "body">) =>
  team.api("POST", path, { headers: { "idempotency-key": key }, ...(body && { body }) });
const isReplayed = ({ headers }: Reply) => headers.get("idempotency-replayed") === "true";

/** Sends it until the first call with the key is finished. */
async function sendUntilDone(team: Team, key: string, sent: Sent): Promise<Reply> {
  for (;;) {
    const reply = await send(team, key, sent);
    if (!reply.headers.has("retry-after")) return reply;
    expect(reply).toMatchObject(errorReply(409, "idempotency_conflict", /not finished yet\. Wait \d+ seconds and send it again/));
  }
}

test("every call whose answer is stored is tried here", () => {
  const stored = contracts.filter(({ answerIsAbout }) => answerIsAbout !== undefined);
  expect(Object.keys(calls).toSorted()).toEqual(stored.map(({ path }) => path.replace("/api/v1", "")).toSorted());
});

for (const [path, prepare] of Object.entries(calls)) {
  test(`POST ${path} is done once for its key, also by two at the same time, and gives the first answer again`, async ({
    ada,
    bob,
    receiver,
  }) => {
    const [hers, his] = [await prepare(ada, receiver), await prepare(bob, receiver)];
    const replies = await Promise.all([1, 2].map(() => sendUntilDone(ada, "k", hers)));
    for (const reply of replies) expect(reply.status, reply.text).toBe(hers.status);
    expect(replies.map(isReplayed).toSorted()).toEqual([false, true]);
    const again = await send(ada, "k", hers);
    expect([again.status, isReplayed(again)]).toEqual([hers.status, true]);
    expect(new Set([...replies, again].map(({ text }) => text)).size).toBe(1);

    if (hers.other) {
      const other = await send(ada, "k", { ...hers, ...hers.other });
      expect(other).toMatchObject(errorReply(409, "idempotency_conflict", /used with another body\. Send a new key/));
      expect((await send(ada, "k", hers)).text).toBe(again.text);
    }
    // Another workspace may have the same key, and so may another call.
    const first = await send(bob, "k", his);
    expect([first.status, isReplayed(first)], first.text).toEqual([his.status, false]);
  });
}

const countOf = async (team: Team, path: string) => ((await team.api("GET", path)).body["data"] as unknown[]).length;

test("a repeated call makes nothing, a new key makes another, and the key of one call is free for others", async ({ ada }) => {
  const made = { path: "/webhook-endpoints", body: { url: null, types: ["event.received"] } };
  const [first, , third] = [await send(ada, "k", made), await send(ada, "k", made), await send(ada, "l", made)];
  expect(third.text).not.toBe(first.text);
  expect(await countOf(ada, "/webhook-endpoints")).toBe(2);
  for (const name of ["k", "k"])
    expect((await send(ada, name, { path: "/imports?fileName=a.csv", body: file("user_1") })).status).toBe(201);
  expect(await countOf(ada, "/imports")).toBe(1);
  const { secret } = first.body as { secret: string };
  for (const userId of ["user_1", "user_2"]) {
    await putContact(ada, userId);
    const code = await send(ada, "k", { path: `/contacts/${userId}/link-codes` });
    expect([code.status, isReplayed(code)]).toEqual([201, false]);
  }
  expect(secret).toMatch(/^whsec_/);
});

test("a file that is repeated is compared, also in a form, and by its name there", async ({ ada }) => {
  const form = (name: string, content = "id,name\nuser_1,Ada\n") => {
    const boundary = newId();
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`;
    return ada.api("POST", "/imports", {
      raw: Buffer.from(`${head}${content}\r\n--${boundary}--\r\n`),
      headers: { "content-type": `multipart/form-data; boundary=${boundary}`, "idempotency-key": "k" },
    });
  };
  const first = await form("a.csv");
  expect(first).toMatchObject({ status: 201, body: { import: { fileName: "a.csv" } } });
  const again = await form("a.csv");
  expect([again.text, isReplayed(again)]).toEqual([first.text, true]);
  const conflict = errorReply(409, "idempotency_conflict", /used with another body/);
  expect(await form("b.csv")).toMatchObject(conflict);
  expect(await form("a.csv", "id,name\nuser_1,Eve\n")).toMatchObject(conflict);
  expect(await countOf(ada, "/imports")).toBe(1);
});

test("a call that is refused leaves no trace: its repeat is tried", async ({ ada }) => {
  const code = { path: "/contacts/user_1/link-codes" };
  expect(await send(ada, "k", code)).toMatchObject(errorReply(404, "customer_not_found"));
  await putContact(ada, "user_1");
  const made = await send(ada, "k", code);
  expect([made.status, isReplayed(made)]).toEqual([201, false]);
  const path = "/imports?fileName=a.csv";
  const twice = Buffer.from("email,email\na,b\n");
  expect(await send(ada, "k", { path, body: twice })).toMatchObject(errorReply(400, "invalid_request"));
  expect(await send(ada, "k", { path, body: file("user_1") })).toMatchObject({ status: 201 });
});

test("a key that is not allowed is refused, and one that does nothing is named", async ({ ada, receiver }) => {
  const { path, body } = { path: "/embed-tokens", body: { userId: "user_1" } };
  for (const key of ["two words", "x".repeat(256)])
    expect(await send(ada, key, { path, body })).toMatchObject(errorReply(400, "invalid_request", /idempotency-key must have 1 to 255/i));
  const { id } = await addEndpoint(ada, receiver, { types: ["event.received"] });
  const headers = { "idempotency-key": "k" };
  const named = [
    await ada.api("PUT", "/contacts/user_1", { body: {}, headers }),
    await ada.api("PATCH", `/webhook-endpoints/${id}`, { body: {}, headers }),
    await ada.api("DELETE", "/contacts/user_1", { headers }),
    await ada.api("POST", "/contacts/batch", { body: { items: [{ userId: "user_1" }] }, headers }),
  ];
  for (const reply of named) {
    expect(reply.status, reply.text).toBe(200);
    expect(reply.headers.get("x-ignored-fields")).toBe("idempotency-key");
    expect(reply.body["warnings"]).toEqual(["You sent Idempotency-Key, which does nothing here: this call may be repeated as it is."]);
  }
  const batch = await ada.api("POST", "/events/batch", { body: { items: [{ event: "Order placed", userId: "user_1" }] }, headers });
  expect(batch.body["warnings"]).toEqual(["You sent Idempotency-Key, which does nothing here: give each item an idempotencyKey."]);
  expect((await ada.api("GET", "/contacts", { headers })).headers.has("x-ignored-fields")).toBe(false);
});

test("a deletion empties the answers that may name somebody, and no others: their repeats are refused and do nothing", async ({
  ada,
  bob,
}) => {
  const about = {
    code: { path: "/contacts/user_1/link-codes" },
    file: { path: "/imports?fileName=a.csv", body: file("user_2") },
  };
  const endpoint = { path: "/webhook-endpoints", body: { url: null, types: ["event.received"] } };
  for (const team of [ada, bob]) {
    for (const userId of ["user_1", "user_2"]) await putContact(team, userId);
    for (const one of [about.code, about.file, endpoint]) expect((await send(team, "k", one)).status).toBe(201);
  }
  expect((await ada.api("DELETE", "/contacts/user_2")).status).toBe(200);
  for (const one of Object.values(about))
    expect(await send(ada, "k", one)).toMatchObject(
      errorReply(409, "idempotency_conflict", /answer was removed, because somebody was deleted/),
    );
  expect(isReplayed(await send(ada, "k", endpoint))).toBe(true);
  expect(await countOf(ada, "/imports")).toBe(1);
  expect((await send(ada, "l", about.code)).status).toBe(201);
  for (const one of [about.code, about.file, endpoint]) expect(isReplayed(await send(bob, "k", one))).toBe(true);
});
