import type { ClientRequest, IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { ImportReply, ShownLine } from "@/lib/data/imports/contract";
import type { Refusal } from "@/lib/kernel/errors";
import { inEnglish } from "@/lib/kernel/refused";
import { tagIn } from "../../support/chat-work";
import { parseCsv } from "../../support/csv";
import { expect, newTeam, test } from "../../support/fixtures";
import {
  checkedImport,
  importIn,
  importOf,
  linesOf,
  openUpload,
  ranImport,
  readImport,
  sentFile,
  trySendFile,
} from "../../support/imports";
import { addMember } from "../../support/members";
import { startServer } from "../../support/server";
import { unlimited } from "../../support/unlimited";
import { errorReply, sendRequest } from "../../support/wire";

const contactOf = async (team: { api: (method: string, path: string) => Promise<{ body: Record<string, unknown> }> }, userId: string) =>
  (await team.api("GET", `/contacts/${userId}`)).body["contact"] as Record<string, unknown> | undefined;

test("imports a file: found columns, a check that writes nothing, a run that writes what changes, and every line with its result", async ({
  ada,
  bob,
}) => {
  await ada.api("PUT", "/contacts/there", { body: { name: "Same", attributes: { seats: 12, plan: "pro" } } });
  await ada.api("PUT", "/contacts/other", { body: { name: "Old", email: "old@example.com", attributes: { tier: "gold" } } });
  const content = [
    "Customer ID;Full name;E-Mail;Mobile;Plan;Ignored",
    "new_1;Ada Okafor;ada@example.com;0170 1234567;pro;x",
    "there;Same;;;pro;",
    "other;New;;;;",
    ";;;;;",
    "bad_1;Bad;bad@;;;",
    "bad_2;;;12;;",
    "new_1;Again;;;;",
    "new_2;=1+1;;;'=2+2;",
    ";Nobody;;;;",
    "",
  ].join("\r\n");
  const sent = await sentFile(ada, content, { name: "C:\\lists\\customers.csv" });
  expect(sent).toMatchObject({ fileName: "customers.csv", state: "columns", encoding: "utf-8", delimiter: ";", fileKept: true });
  expect(sent.columns.map(({ header, target, guessed }) => [header, target?.kind ?? null, guessed])).toEqual([
    ["Customer ID", "userId", true],
    ["Full name", "name", true],
    ["E-Mail", "email", true],
    ["Mobile", "phone", true],
    ["Plan", null, false],
    ["Ignored", null, false],
  ]);
  expect(sent.columns[1]?.examples).toEqual(["Ada Okafor", "Same", "New"]);

  const columns = sent.columns.map(({ index, target }) => ({ index, target: index === 4 ? { kind: "attribute", name: "plan" } : target }));
  const begun = await ada.api("PUT", `/imports/${sent.id}/columns`, { body: { columns, defaultCountry: "49" } });
  expect(begun.status, begun.text).toBe(200);
  const checked = await importIn(ada, sent.id, "checked");
  expect(checked.counts).toEqual({ new: 2, changed: 1, unchanged: 1, refused: 3, duplicate: 1, empty: 1 });
  expect(checked.progress).toMatchObject({ lines: 9, written: 0 });
  expect(await contactOf(ada, "new_1")).toBeUndefined();

  const lines = await linesOf(ada, sent.id);
  expect(lines.map(({ line, result, userId }) => [line, result, userId])).toEqual([
    [2, "new", "new_1"],
    [3, "unchanged", "there"],
    [4, "changed", "other"],
    [6, "refused", "bad_1"],
    [7, "refused", "bad_2"],
    [8, "duplicate", "new_1"],
    [9, "new", "new_2"],
    [10, "refused", null],
  ]);
  expect(lines[0]?.values).toEqual({ name: "Ada Okafor", email: "ada@example.com", phone: "491701234567", "attributes.plan": "pro" });
  // The sentences of PUT.
  const single = await ada.api("PUT", "/contacts/bad_1", { body: { email: "bad@" } });
  expect(lines[3]).toMatchObject({ column: "E-Mail", value: "bad@", reason: (single.body["error"] as { message: string }).message });
  expect(lines[4]).toMatchObject({ column: "Mobile", value: "12" });
  expect(lines[7]).toMatchObject({ column: "Customer ID", reason: expect.stringMatching(/^userId must not be empty/) });
  expect((await linesOf(ada, sent.id, "&result=refused")).map(({ line }) => line)).toEqual([6, 7, 10]);
  const first = await ada.api("GET", `/imports/${sent.id}/lines?limit=2&result=refused`);
  const next = await ada.api("GET", `/imports/${sent.id}/lines?limit=2&result=refused&cursor=${first.body["nextCursor"]}`);
  expect(next.body).toMatchObject({ data: [{ line: 10 }], nextCursor: null });
  expect((await ada.api("GET", `/imports/${sent.id}/lines?limit=2&cursor=${first.body["nextCursor"]}`)).body).toMatchObject({
    error: { code: "invalid_cursor" },
  });

  await ada.api("POST", "/webhook-endpoints", { body: { url: null, types: ["import.completed"], content: true } });
  const done = await ranImport(ada, sent.id);
  const completed = (await ada.api("GET", "/webhook-events?content=true")).body["data"];
  const facts = { importId: sent.id, state: "done", lines: 9, created: 2, changed: 1, refused: 3 };
  expect(completed).toMatchObject([{ type: "import.completed", data: { ...facts, content: { fileName: "customers.csv" } } }]);
  expect(done).toMatchObject({ state: "done", progress: { phase: null, done: 4, total: 4, written: 3 }, counts: checked.counts });
  expect(done.undoUntil).not.toBeNull();
  await expect.poll(async () => (await readImport(ada, sent.id)).fileKept).toBe(false);
  expect((await readImport(ada, sent.id)).columns.flatMap(({ examples }) => examples)).toEqual([]);
  expect(await contactOf(ada, "new_1")).toMatchObject({ name: "Ada Okafor", phone: "491701234567", attributes: { plan: "pro" } });
  expect(await contactOf(ada, "new_2")).toMatchObject({ name: "=1+1", attributes: { plan: "=2+2" } });
  expect(await contactOf(ada, "there")).toMatchObject({ name: "Same", attributes: { seats: 12, plan: "pro" } });
  // An empty cell leaves the field, and attributes that the file does not name stay.
  expect(await contactOf(ada, "other")).toMatchObject({ name: "New", email: "old@example.com", attributes: { tier: "gold" } });
  expect(await contactOf(bob, "new_1")).toBeUndefined();

  // Run again, all of it is there already.
  const again = await checkedImport(ada, content, { options: { defaultCountry: "49" } });
  expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 4 });

  const owner = await ada.signIn();
  const file = await owner.call("GET", `/imports/${sent.id}/lines/export?result=refused`);
  expect(parseCsv(file.text).map((cells) => cells.slice(0, 4))).toEqual([
    ["Customer ID", "Full name", "E-Mail", "Mobile"],
    ["bad_1", "Bad", "bad@", ""],
    ["bad_2", "", "", "12"],
    ["", "Nobody", "", ""],
  ]);
});

test("only admins of the workspace reach its imports", async ({ ada, bob }) => {
  const { id } = await checkedImport(ada, "id,name\nuser_1,Ada\n");
  const [owner, theirs] = [await ada.signIn(), await bob.signIn()];
  const agent = await ada.signIn(await addMember(ada, { role: "agent" }));
  const calls: [string, string, object | undefined][] = [
    ["GET", "", undefined],
    ["PUT", "/columns", {}],
    ["POST", "/run", {}],
    ["POST", "/cancel", {}],
    ["POST", "/undo", {}],
    ["GET", "/lines", undefined],
    ["GET", "/lines/export", undefined],
  ];
  for (const [method, path, body] of calls) {
    expect((await theirs.call(method, `/imports/${id}${path}`, body)).status, path).toBe(404);
    expect((await agent.call(method, `/imports/${id}${path}`, body)).status, path).toBe(403);
    if (path !== "/lines/export") expect((await bob.api(method, `/imports/${id}${path}`, { body })).status, path).toBe(404);
  }
  expect((await agent.call("POST", "/imports?fileName=a.csv", Buffer.from("id\n1\n"))).status).toBe(403);
  const uploaded = await owner.call("POST", "/imports?fileName=a.csv", Buffer.from("id\n1\n"));
  expect(uploaded.status, uploaded.text).toBe(201);
  expect(importOf(uploaded)).toMatchObject({ createdBy: "Olga Owner", columns: [{ header: "id", target: { kind: "userId" } }] });
  const listed = (await owner.call("GET", "/imports?limit=1")).body as { data: { id: string }[]; nextCursor: string };
  expect(listed.data.map((one) => one.id)).toEqual([importOf(uploaded).id]);
  expect((await owner.call("GET", `/imports?limit=1&cursor=${listed.nextCursor}`)).body).toMatchObject({
    data: [{ id }],
    nextCursor: null,
  });
  expect((await theirs.call("GET", "/imports")).body).toEqual({ data: [], nextCursor: null });
});

test("refuses what nobody could import, and says what to fix", async ({ ada }) => {
  for (const [content, message] of [
    ["", /file is empty/],
    ["id,name\n", /no line after/],
    ["id,a,a\n1,2,3\n", /columns 2 and 3 are both “a”/],
    ['id,"name\n1,2\n', /line 1 never ends/],
  ] as const)
    expect((await trySendFile(ada, content)).body).toMatchObject({
      error: { code: "invalid_request", message: expect.stringMatching(message) },
    });
  const declared = await trySendFile(ada, "id\n1\n", { headers: { "content-encoding": "gzip" } });
  expect(declared.status).toBe(400);

  const sent = await sentFile(ada, "id,first,last\n1,Ada,Okafor\n");
  const map = (columns: object[], more = {}) => ada.api("PUT", `/imports/${sent.id}/columns`, { body: { columns, ...more } });
  const id = { index: 0, target: { kind: "userId" } };
  const wrong: [object[], RegExp, object?][] = [
    [[], /userId to exactly one column/],
    [[id, { index: 1, target: { kind: "userId" } }], /userId is given to “id” and to “first”/],
    [
      [id, { index: 1, target: { kind: "attribute", name: "a" } }, { index: 2, target: { kind: "attribute", name: "a" } }],
      /attributes\.a is given/,
    ],
    [[id, { index: 3, target: null }], /index 3, and the file has 3 columns/],
    [[id, { index: 0, target: null }], /names a column twice/],
    [[id, { index: 1, target: { kind: "attribute", name: "__proto__" } }], /__proto__/],
    [[id], /calling code/, { defaultCountry: "+49" }],
  ];
  for (const [columns, message, more] of wrong)
    expect((await map(columns, more)).body).toMatchObject({ error: { message: expect.stringMatching(message) } });
  expect((await ada.api("POST", `/imports/${sent.id}/run`)).body).toMatchObject({ error: { code: "conflict" } });
  expect((await ada.api("POST", `/imports/${sent.id}/undo`)).body).toMatchObject({ error: { code: "conflict" } });

  // Two columns are one name.
  expect((await map([id, { index: 1, target: { kind: "name" } }, { index: 2, target: { kind: "name" } }])).status).toBe(200);
  await importIn(ada, sent.id, "checked");
  expect((await linesOf(ada, sent.id))[0]?.values).toEqual({ name: "Ada Okafor" });

  // A quotation mark that does not end far behind the headers: nothing is swallowed.
  const open = await sentFile(ada, `id,name\n${"1,Ada\n".repeat(40)}2,"Bob\n3,Eve\n`);
  await ada.api("PUT", `/imports/${open.id}/columns`, { body: { columns: [id] } });
  expect((await importIn(ada, open.id, "failed")).failure).toMatchObject({ code: "open_quote", line: 42 });
  expect((await ada.api("POST", `/imports/${open.id}/run`)).status).toBe(409);
});

test("screens get each reason as data, and the public API its sentence alone", async ({ ada }) => {
  const names = Array.from({ length: 101 }, (_, nth) => `a${nth}`);
  await ada.api("PUT", "/contacts/full", { body: { attributes: Object.fromEntries(names.slice(0, 100).map((name) => [name, "x"])) } });
  const content = Buffer.concat([
    Buffer.from('id,E-Mail,Mobile,Plan\nu1,no,,\nu2,,12,\n,,,\n,a@example.com,,\nu3,,,"a"b\nu4,,,"a\nb"c\nu5,,,,more\nu6,,,'),
    Buffer.from([0xff, 0x0a]),
    Buffer.from(`u7,,,a\0b\nu8,,,${"x".repeat(1_001)}\nfull,,,pro\nu9,,,pro\nu9,,,free\n`),
  ]);
  const sent = await sentFile(ada, content);
  const columns = sent.columns.map(({ index, target }) => ({ index, target: index === 3 ? { kind: "attribute", name: "plan" } : target }));
  const begun = await ada.api("PUT", `/imports/${sent.id}/columns`, { body: { encoding: "utf-8", columns } });
  expect(begun.status, begun.text).toBe(200);
  await importIn(ada, sent.id, "checked");

  const all = await linesOf(ada, sent.id);
  for (const line of all) expect(line).not.toHaveProperty("refusal");
  const shown = (await (await ada.signIn()).call("GET", `/imports/${sent.id}/lines?limit=200`)).body["data"] as ShownLine[];
  expect(shown.map(({ refusal: _, ...line }) => line)).toEqual(all);
  expect(shown.flatMap(({ line, refusal }) => (refusal ? [[line, refusal.key, refusal.field]] : []))).toEqual([
    [2, "email", "E-Mail"],
    [3, "phoneLength", "Mobile"],
    [5, "empty", "id"],
    [6, "quoteEnds", undefined],
    [7, "quoteEndsOver", undefined],
    [9, "tooManyCells", undefined],
    [10, "notInEncoding", undefined],
    [11, "notText", "Plan"],
    [12, "tooLong", "Plan"],
    [13, "tooManyAttributes", undefined],
    [15, "firstCounts", undefined],
  ]);
  // In English both say the same, but for the name of the field and the way out.
  const englishOf = ({ refusal }: ShownLine) => inEnglish({ ...(refusal as Refusal), field: "" }).trim();
  for (const one of shown)
    if (one.refusal && !["tooManyAttributes", "tooLong"].includes(one.refusal.key)) expect(one.reason).toContain(englishOf(one));
});

test("takes 200 MB and not a byte more, with its length or in chunks, and a million lines", { tag: ["@embedded", "@slow"] }, async () => {
  test.setTimeout(900_000);
  const server = await startServer({ env: { TRUSTED_PROXIES: "1" }, nodeArgs: unlimited });
  const team = await newTeam(server);
  const largest = Buffer.alloc(200 * 1024 * 1024, "user_1,Ada\n");
  largest.write("id,name\n\n");
  const path = "/api/v1/imports?fileName=large.csv";
  for (const [body, status] of [
    [largest, 201],
    [Buffer.concat([largest, Buffer.from("\n")]), 413],
  ] as const)
    for (const length of [{ "content-length": String(body.length) }, { "transfer-encoding": "chunked" }]) {
      const headers = { authorization: `Bearer ${team.key}`, ...length };
      const reply = await sendRequest(team.url, { method: "POST", path, headers, body });
      expect(reply.status, reply.text).toBe(status);
      if (status === 413) expect(reply).toMatchObject(errorReply(413, "payload_too_large", /200 MB/));
    }
  // Lines that are empty are lines, too.
  for (const [lines, state] of [
    [1_000_000, "checked"],
    [1_000_001, "failed"],
  ] as const) {
    const { id } = await sentFile(team, `id,name\n${"\n".repeat(lines - 1)}user_1,Ada\n`);
    const targets = ["userId", "name"].map((kind, index) => ({ index, target: { kind } }));
    expect((await team.api("PUT", `/imports/${id}/columns`, { body: { columns: targets } })).status).toBe(200);
    await expect.poll(async () => (await readImport(team, id)).state, { timeout: 400_000, intervals: [1_000] }).not.toBe("checking");
    const { failure, ...read } = await readImport(team, id);
    expect(read.state).toBe(state);
    if (state === "failed") expect(failure).toMatchObject({ code: "too_many_lines", message: expect.stringContaining("1,000,000 lines") });
    else expect(read).toMatchObject({ counts: { new: 1, empty: lines - 1 }, progress: { lines } });
  }
  await server.stop();
});

test("ten files of a workspace wait for their run at once, and others are not concerned", async ({ ada, bob }) => {
  const file = "id,name\nuser_1,Ada\n";
  const sent = await Promise.all(Array.from({ length: 12 }, () => trySendFile(ada, file)));
  expect(sent.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
  expect(sent.find(({ status }) => status === 409)).toMatchObject(errorReply(409, "conflict", /Run or cancel one of these imports first/));
  await sentFile(bob, file);
  const waits = sent.find(({ status }) => status === 201);
  expect((await ada.api("POST", `/imports/${waits && importOf(waits).id}/cancel`)).status).toBe(200);
  await sentFile(ada, file);
  expect((await trySendFile(ada, file)).status).toBe(409);
});

test("a file whose check failed waits too, and can be cancelled; what wrote nothing keeps no lines, and empty lines are never kept", async ({
  ada,
}) => {
  const columns = [{ index: 0, target: { kind: "userId" } }];
  const open = `id,name\nuser_1,Ada\n${"\n".repeat(3_000)}user_2,"Bob\nuser_3,Eve\n`;
  const failed = [];
  for (let count = 0; count < 10; count += 1) {
    const { id } = await sentFile(ada, open);
    await ada.api("PUT", `/imports/${id}/columns`, { body: { columns } });
    failed.push(await importIn(ada, id, "failed"));
  }
  const [first] = failed as [ImportReply];
  expect(first).toMatchObject({ fileKept: true, failure: { code: "open_quote" }, counts: { new: 1 } });
  expect(first.counts.empty).toBeGreaterThan(0);
  expect((await trySendFile(ada, "id\n1\n")).status).toBe(409);
  await expect.poll(() => linesOf(ada, first.id), { timeout: 30_000 }).toEqual([]);
  const gone = importOf(await ada.api("POST", `/imports/${first.id}/cancel`));
  expect(gone).toMatchObject({ state: "cancelled", fileKept: false, counts: first.counts });
  expect((await ada.api("POST", `/imports/${first.id}/cancel`)).status).toBe(409);

  const checked = await checkedImport(ada, `id,name\n\n,\n  ,\nuser_1,Ada\n`);
  expect(checked.counts).toMatchObject({ new: 1, empty: 3 });
  expect(checked.progress.lines).toBe(4);
  expect((await linesOf(ada, checked.id)).map(({ line }) => line)).toEqual([5]);
  expect(await linesOf(ada, checked.id, "&result=empty")).toEqual([]);
  expect((await ada.api("POST", `/imports/${checked.id}/cancel`)).status).toBe(200);
  await expect.poll(() => linesOf(ada, checked.id), { timeout: 30_000 }).toEqual([]);
  // Cleared, a check can begin anew.
  const [, second] = failed as [ImportReply, ImportReply];
  expect((await ada.api("PUT", `/imports/${second.id}/columns`, { body: { columns } })).status).toBe(200);
  expect((await importIn(ada, second.id, "failed")).counts).toEqual(first.counts);
});

test("files of a workspace that are in the store count together, whatever became of their imports, and others are not concerned", async ({
  ada,
  bob,
}) => {
  // A few bytes of an import that failed leave no room for five of the largest.
  const failed = await sentFile(ada, 'id,name\na,"open\n');
  const columns = [{ index: 0, target: { kind: "userId" } }];
  expect((await ada.api("PUT", `/imports/${failed.id}/columns`, { body: { columns } })).status).toBe(200);
  expect((await importIn(ada, failed.id, "failed")).stored.bytes).toBeGreaterThan(0);
  // What is declared counts, before any of it has come: one of these is too many.
  const begun: ClientRequest[] = [];
  const answerOf = async () => {
    const one = await openUpload(ada, { declared: 200 * 1024 * 1024 });
    begun.push(one);
    return new Promise<IncomingMessage>((resolve) => one.once("response", resolve));
  };
  try {
    const refused = await Promise.race(Array.from({ length: 5 }, answerOf));
    expect(refused.statusCode).toBe(409);
    expect(await text(refused)).toMatch(/801 MB, and 1,000 MB is the most.*Run or cancel/);
    await sentFile(bob, "id\n1\n");
  } finally {
    for (const one of begun) one.destroy();
  }
  // What was cut off is removed, and counts no more.
  await expect.poll(async () => (await trySendFile(ada, "id\n1\n")).status, { timeout: 30_000 }).toBe(201);
});

test("reads files of Excel, Numbers and others in their encodings, and anew with what an admin says", async ({ ada }) => {
  const content = "id;name\r\nu_1;Müller €\r\n";
  const utf16 = Buffer.from(`\ufeff${content}`, "utf16le");
  const files: [string, Buffer][] = [
    ["utf-8", Buffer.from(`\ufeff${content}`)],
    ["utf-16le", utf16],
    ["utf-16be", Buffer.from(utf16).swap16()],
    ["windows-1252", Buffer.from(content.replace("€", "\x80"), "latin1")],
  ];
  for (const [encoding, bytes] of files) {
    const checked = await checkedImport(ada, bytes);
    expect(checked).toMatchObject({ encoding, delimiter: ";", counts: { new: 1 } });
    expect((await linesOf(ada, checked.id))[0], encoding).toMatchObject({ line: 2, userId: "u_1", values: { name: "Müller €" } });
    await ada.api("POST", `/imports/${checked.id}/cancel`);
  }
  const { id } = await sentFile(ada, "id,name\nu_1,Ada;Eve\n");
  const read = await ada.api("PUT", `/imports/${id}/columns`, { body: { delimiter: ";" } });
  expect(importOf(read)).toMatchObject({ state: "columns", delimiter: ";", columns: [{ header: "id,name" }] });
  const wrong = await checkedImport(ada, Buffer.from("id,name\nu_1,M\xfcller\nu_2,Ada\n", "latin1"), { options: { encoding: "utf-8" } });
  expect((await linesOf(ada, wrong.id))[0]).toMatchObject({
    result: "refused",
    column: "name",
    reason: expect.stringMatching(/not UTF-8/),
  });
  expect(wrong.counts).toMatchObject({ new: 1, refused: 1 });
});

test("two imports of a workspace run one after the other, and a cancelled one says what it wrote", async ({ ada }) => {
  const fileOf = (prefix: string, count: number) =>
    `id,name,phone\n${Array.from({ length: count }, (_, index) => `${prefix}_${index},Name ${index},+4479${String(index).padStart(8, "0")}`).join("\n")}\n`;
  const [one, two] = [
    await checkedImport(ada, fileOf("x", 1_500)),
    await checkedImport(ada, fileOf("x", 1_500).replaceAll("Name", "Other")),
  ];
  await ada.api("POST", `/imports/${one.id}/run`);
  await ada.api("POST", `/imports/${two.id}/run`);
  const [first, second] = [await importIn(ada, one.id, "done"), await importIn(ada, two.id, "done")];
  expect(first).toMatchObject({ progress: { written: 1_500 }, counts: { new: 1_500, changed: 0 } });
  // What the first made in the meantime is changed by the second.
  expect(second).toMatchObject({ progress: { written: 1_500 }, counts: { new: 0, changed: 1_500 } });
  expect(Date.parse(first.finishedAt ?? "")).toBeLessThanOrEqual(Date.parse(second.finishedAt ?? ""));
  expect(await contactOf(ada, "x_7")).toMatchObject({ name: "Other 7", phone: "447900000007" });

  const long = await checkedImport(ada, fileOf("y", 4_000));
  await ada.api("POST", `/imports/${long.id}/run`);
  await expect.poll(async () => (await readImport(ada, long.id)).progress.written, { timeout: 30_000 }).toBeGreaterThan(0);
  const stopped = importOf(await ada.api("POST", `/imports/${long.id}/cancel`));
  expect(stopped.state).toBe("cancelled");
  const { written } = stopped.progress;
  expect(written).toBeLessThan(4_000);
  expect(await contactOf(ada, `y_${written - 1}`)).toBeDefined();
  expect(await contactOf(ada, `y_${written}`)).toBeUndefined();
  expect((await ada.api("POST", `/imports/${long.id}/cancel`)).status).toBe(409);
});

test("an undo removes exactly what only this import made and nothing happened to since", async ({ ada }) => {
  await ada.api("PUT", "/contacts/before", { body: { name: "Before" } });
  const names = ["plain", "event", "put", "chat", "merged", "deleted", "import", "last", "tagged"];
  const content = `id,name,phone\nbefore,Changed,\n${names.map((name, index) => `${name},Name,+44791100000${index}`).join("\n")}\n`;
  const { id } = await checkedImport(ada, content);
  expect(await ranImport(ada, id)).toMatchObject({ progress: { written: 10 }, counts: { new: 9, changed: 1 } });
  await ada.api("POST", "/events", { body: { event: "Order placed", userId: "event" } });
  await ada.api("PUT", "/contacts/put", { body: { name: "Name", attributes: { plan: "pro" } } });
  await ada.sendMessage({ channel: "whatsapp", phone: "447911000003" });
  await ada.api("PUT", "/contacts/elsewhere", { body: {} });
  expect((await ada.api("POST", "/contacts/merged/merge", { body: { from: "elsewhere" } })).status).toBe(200);
  await ada.api("DELETE", "/contacts/deleted");
  const owner = await ada.signIn();
  const { items } = (await owner.call("GET", "/contacts?text=tagged")).body as { items: { id: string }[] };
  const vip = await tagIn(owner, "VIP");
  expect((await owner.call("POST", `/contacts/${items[0]?.id}/tags`, { tagId: vip.id, isSet: true })).status).toBe(200);
  await ranImport(ada, (await checkedImport(ada, "id,name\nimport,Another\n")).id);
  const after = await checkedImport(ada, "id,name\nlast,Name\n");
  expect(after.counts).toMatchObject({ unchanged: 1 });
  await ranImport(ada, after.id);

  expect((await ada.api("POST", `/imports/${id}/undo`)).status).toBe(202);
  const undone = await importIn(ada, id, "undone");
  const left = [];
  for (const name of names) if (await contactOf(ada, name)) left.push(name);
  expect(left).toEqual(["event", "put", "chat", "merged", "import", "tagged"]);
  expect(await contactOf(ada, "before")).toMatchObject({ name: "Changed" });
  expect(undone.undone).toEqual({ removed: 2, stayed: 7 });
  expect((await ada.api("POST", `/imports/${id}/undo`)).status).toBe(409);
  // Nothing of them is left, and they can come again.
  expect((await linesOf(ada, id)).map(({ userId }) => userId)).not.toContain("plain");
  expect(await ranImport(ada, (await checkedImport(ada, "id,name\nplain,Again\n")).id)).toMatchObject({ counts: { new: 1 } });
});

test("what was undone can be imported anew at once, also by a file that was checked before, and an undo of that is exact, too", async ({
  ada,
}) => {
  const userIds = Array.from({ length: 600 }, (_, index) => `again_${index}`);
  const file = `id,name\n${userIds.map((userId) => `${userId},Name`).join("\n")}\n`;
  const { id } = await checkedImport(ada, file);
  await ranImport(ada, id);
  const waiting = await checkedImport(ada, file);
  expect(waiting.counts).toMatchObject({ unchanged: 600 });
  expect((await ada.api("POST", `/imports/${id}/undo`)).status).toBe(202);
  await importIn(ada, id, "undone");
  expect(await linesOf(ada, id)).toEqual([]);
  const ran = await ranImport(ada, waiting.id);
  expect(ran).toMatchObject({ counts: { new: 600, unchanged: 0 }, progress: { written: 600 } });
  // By then whatever the undone ones left behind is gone, and nothing else went with it.
  await ada.api("PUT", "/contacts/last", { body: {} });
  const later = await checkedImport(ada, "id,name\nlast,Name\n");
  await ada.api("DELETE", "/contacts/last");
  await expect.poll(() => linesOf(ada, later.id), { timeout: 30_000 }).toEqual([]);
  expect((await linesOf(ada, waiting.id, "&result=new")).length).toBe(200);
  expect((await ada.api("POST", `/imports/${waiting.id}/undo`)).status).toBe(202);
  expect((await importIn(ada, waiting.id, "undone")).undone).toEqual({ removed: 600, stayed: 0 });
});

test("a file that is sent after a contact was deleted brings it anew", async ({ ada }) => {
  await ada.api("PUT", "/contacts/back", { body: { name: "Old" } });
  const before = await checkedImport(ada, "id,name\nback,Before\n");
  await ada.api("DELETE", "/contacts/back");
  const after = await checkedImport(ada, "id,name\nback,After\n");
  await expect.poll(() => linesOf(ada, before.id), { timeout: 30_000 }).toEqual([]);
  expect(await ranImport(ada, after.id)).toMatchObject({ counts: { new: 1 } });
  expect(await contactOf(ada, "back")).toMatchObject({ name: "After" });
  const empty = await ada.api("POST", `/imports/${before.id}/run`);
  expect(empty.body).toMatchObject({ error: { code: "conflict", message: expect.stringMatching(/^No line of this file can be written/) } });
});

test("a deleted contact leaves the lines of imports, and a file that waits with it", async ({ ada }) => {
  await ada.api("PUT", "/contacts/gone", { body: { name: "Gone" } });
  const { id } = await checkedImport(ada, "id,name\ngone,Of the file\nstays,Stays\n");
  await ada.api("DELETE", "/contacts/gone");
  await expect.poll(async () => (await linesOf(ada, id)).map(({ userId }) => userId), { timeout: 30_000 }).toEqual(["stays"]);
  await expect.poll(async () => (await readImport(ada, id)).fileKept).toBe(false);
  const { columns, counts, progress } = await readImport(ada, id);
  expect(counts).toMatchObject({ new: 1, changed: 0 });
  expect(progress).toMatchObject({ lines: 1, total: 1 });
  expect(columns.flatMap(({ examples }) => examples)).toEqual([]);
  const again = await ada.api("PUT", `/imports/${id}/columns`, {
    body: { columns: columns.map(({ index, target }) => ({ index, target })) },
  });
  expect(again.body).toMatchObject({ error: { code: "conflict", message: expect.stringMatching(/file of this import is gone/) } });
  await ranImport(ada, id);
  expect(await contactOf(ada, "gone")).toBeUndefined();
  expect(await contactOf(ada, "stays")).toBeDefined();
});
