import type { Target } from "@/lib/data/imports/contract";
import { tagIn } from "../../support/chat-work";
import { parseCsv } from "../../support/csv";
import { expect, type Session, test } from "../../support/fixtures";
import { checkedImport, importIn, linesOf, ranImport, sentFile } from "../../support/imports";

const attributesOf = async (team: Parameters<typeof sentFile>[0], userId: string) =>
  ((await team.api("GET", `/contacts/${userId}`)).body["contact"] as { attributes: object } | undefined)?.attributes;

const saidOf = (target: Target | null) => (!target ? "-" : target.kind === "attribute" ? `attributes.${target.name}` : target.kind);
const exported = async (session: Session): Promise<Record<string, unknown>[]> =>
  (await session.call("GET", "/contacts/export?format=ndjson")).text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
const tagsOf = async (session: Session, userId: string) => (await exported(session)).find((one) => one["userId"] === userId)?.["tags"];
async function putTag(session: Session, userId: string, tagId: string): Promise<void> {
  const { items } = (await session.call("GET", `/contacts?text=${userId}`)).body as { items: { id: string; userId: string }[] };
  const id = items.find((one) => one.userId === userId)?.id ?? "";
  expect((await session.call("POST", `/contacts/${id}/tags`, { tagId, isSet: true })).status).toBe(200);
}

const typesOf = ({ columns }: Awaited<ReturnType<typeof sentFile>>) =>
  Object.fromEntries(columns.map(({ header, type, typeFrom }) => [header, type && `${type} by ${typeFrom}`]));

test("a column takes the type that contacts have, else that of all its values, and nobody else's", async ({ ada, bob }) => {
  await ada.api("PUT", "/contacts/u1", { body: { attributes: { vip: true, seats: 5, code: "5", mixed: 1 } } });
  await ada.api("PUT", "/contacts/u2", { body: { attributes: { mixed: "one" } } });
  // What another workspace has under these names says nothing.
  await bob.api("PUT", "/contacts/u1", { body: { attributes: { vip: "yes", seats: "5", logins: "5" } } });
  const file = [
    "userId,vip,seats,code,mixed,logins,zip,since,beta",
    "u1,TRUE,6,6,2,10,01234,2026-01-01,true",
    "u3,FALSE,7.5,007,3,0,99999,2026-01-02,FALSE",
    "u4,,,,,,,,",
    "",
  ].join("\n");
  const names = ["vip", "seats", "code", "mixed", "logins", "zip", "since", "beta"];
  const targets = { userId: "userId", ...Object.fromEntries(names.map((name) => [name, `attribute:${name}`])) } as const;
  const checked = await checkedImport(ada, file, { targets });
  expect(typesOf(checked)).toEqual({
    userId: "text by values",
    ...{ vip: "boolean by contacts", seats: "number by contacts", code: "text by contacts", mixed: "number by values" },
    ...{ logins: "number by values", zip: "text by values", since: "text by values", beta: "boolean by values" },
  });
  expect((await linesOf(ada, checked.id))[0]?.values).toMatchObject({
    "attributes.vip": "true",
    "attributes.logins": "10",
    "attributes.beta": "true",
  });
  await ranImport(ada, checked.id);
  const first = { vip: true, seats: 6, code: "6", mixed: 2, logins: 10, zip: "01234", since: "2026-01-01", beta: true };
  expect(await attributesOf(ada, "u1")).toEqual(first);
  expect(await attributesOf(ada, "u3")).toEqual({
    vip: false,
    seats: 7.5,
    code: "007",
    mixed: 3,
    logins: 0,
    zip: "99999",
    since: "2026-01-02",
    beta: false,
  });
  // Sent again it changes nothing.
  expect((await checkedImport(ada, file, { targets })).counts).toMatchObject({ new: 0, changed: 0, unchanged: 3 });
  await ranImport(bob, (await checkedImport(bob, file, { targets })).id);
  expect(await attributesOf(bob, "u1")).toMatchObject({ seats: "6", logins: "10" });
});

test("one value at the end of a long file makes a text of the whole column", async ({ ada }) => {
  const lines = Array.from({ length: 2_500 }, (_, index) => `n${index},${index + 1}`);
  const targets = { id: "userId", rank: "attribute:rank" } as const;
  const checked = await checkedImport(ada, `id,rank\n${[...lines, "last,unranked"].join("\n")}\n`, { targets });
  expect(typesOf(checked)).toMatchObject({ rank: "text by values" });
  await ranImport(ada, checked.id);
  expect(await attributesOf(ada, "n0")).toEqual({ rank: "1" });
  expect(await attributesOf(ada, "last")).toEqual({ rank: "unranked" });
});

test("a type that is said counts over what contacts have, refuses what is none, and mends what was imported before", async ({ ada }) => {
  await ada.api("PUT", "/contacts/u1", { body: { attributes: { seats: "5", plan: 7 } } });
  const sent = await sentFile(ada, "id,seats,plan\nu1,5,7\nu2,five,8\n");
  const columns = (seats?: string, plan?: string) => [
    { index: 0, target: { kind: "userId" } },
    { index: 1, target: { kind: "attribute", name: "seats", ...(seats && { type: seats }) } },
    { index: 2, target: { kind: "attribute", name: "plan", ...(plan && { type: plan }) } },
  ];
  const put = (body: object) => ada.api("PUT", `/imports/${sent.id}/columns`, { body });
  expect((await put({ columns: columns("date") })).body).toMatchObject({
    error: { code: "invalid_request", message: expect.stringMatching(/"text", "number" or "boolean"/) },
  });
  expect((await put({ columns: columns() })).status).toBe(200);
  expect((await importIn(ada, sent.id, "checked")).counts).toMatchObject({ unchanged: 1, new: 1 });
  expect((await put({ columns: columns("number", "text") })).status).toBe(200);
  const checked = await importIn(ada, sent.id, "checked");
  expect(checked.counts).toMatchObject({ changed: 1, refused: 1 });
  expect(typesOf(checked)).toMatchObject({ seats: "number by target", plan: "text by target" });
  expect((await linesOf(ada, sent.id, "&result=refused"))[0]).toMatchObject({
    column: "seats",
    value: "five",
    reason: expect.stringMatching(/^attributes.seats must be a number/),
  });
  await ranImport(ada, sent.id);
  expect(await attributesOf(ada, "u1")).toEqual({ seats: 5, plan: "7" });
});

test("takes lines without values that are not allowed when the importer says so, and counts and lists them apart", async ({ ada }) => {
  const long = "x".repeat(1_001);
  const file = `id,Name,E-Mail,Phone,bio\nu1,Ada,ada@,call me,${long}\nu2,Bo,bo@example.com,+44 7911 123456,ok\n,No id,a@example.com,,\nu4,D,d@example.com,12,ok\n`;
  const targets = { id: "userId", Name: "name", "E-Mail": "email", Phone: "phone", bio: "attribute:bio" } as const;
  const refused = await checkedImport(ada, file, { targets });
  expect(refused).toMatchObject({ invalidValues: "refuse", leftOut: 0, counts: { new: 1, refused: 3 } });
  const checked = await checkedImport(ada, file, { targets, options: { invalidValues: "leave_out" } });
  expect(checked).toMatchObject({ invalidValues: "leave_out", leftOut: 2, counts: { new: 3, refused: 1 } });
  const short = await linesOf(ada, checked.id, "&leftOut=true");
  expect(short.map(({ line, result, leftOut }) => [line, result, leftOut.map(({ column }) => column)])).toEqual([
    [2, "new", ["E-Mail", "Phone", "bio"]],
    [5, "new", ["Phone"]],
  ]);
  expect(short[1]?.leftOut).toEqual([{ column: "Phone", value: "12", reason: expect.stringMatching(/^phone /) }]);
  expect((await linesOf(ada, checked.id, "&leftOut=false&result=new")).map(({ line }) => line)).toEqual([3]);
  expect(await ranImport(ada, checked.id)).toMatchObject({ leftOut: 2, counts: { new: 3 } });
  expect((await ada.api("GET", "/contacts/u1")).body["contact"]).toMatchObject({ name: "Ada", email: null, phone: null, attributes: {} });
  expect((await ada.api("GET", "/contacts/u4")).body["contact"]).toMatchObject({ email: "d@example.com", phone: null });
  const owner = await ada.signIn();
  const download = parseCsv((await owner.call("GET", `/imports/${checked.id}/lines/export?leftOut=true`)).text);
  expect(download[0]).toEqual(["id", "Name", "E-Mail", "Phone", "bio", "reason"]);
  expect(download[2]).toEqual(["u4", "D", "d@example.com", "12", "ok", expect.stringMatching(/^phone /)]);
});

test("the refused lines are downloaded as they are in the file, mended and imported again, any number of times", async ({ ada, bob }) => {
  const full = Object.fromEntries(Array.from({ length: 100 }, (_, nth) => [`a${nth}`, "x"]));
  await ada.api("PUT", "/contacts/full", { body: { attributes: full } });
  const file =
    'Kunde;Name;E-Mail;Notiz;Tarif\nu1;"Okafor; Ada";ada@;"two\nlines";pro\nu2;Bo;bo@example.com;=1+1;pro\nu3;C;c@;-5;free\nu4;D;d@example.com;;free;Hamburg\nfull;F;;;pro\n';
  const targets = { Kunde: "userId", Name: "name", "E-Mail": "email", Tarif: "attribute:tier" } as const;
  const { id, counts } = await checkedImport(ada, file, { targets });
  expect(counts).toMatchObject({ new: 1, refused: 4 });
  // The file itself is gone after the run.
  await ranImport(ada, id);
  const owner = await ada.signIn();
  const { text } = await owner.call("GET", `/imports/${id}/lines/export?result=refused`);
  const email = expect.stringMatching(/^email must/);
  expect(parseCsv(text)).toEqual([
    ["Kunde", "Name", "E-Mail", "Notiz", "Tarif", "", "reason"],
    ["u1", "Okafor; Ada", "ada@", "two\nlines", "pro", "", email],
    ["u3", "C", "c@", "'-5", "free", "", email],
    ["u4", "D", "d@example.com", "", "free", "Hamburg", expect.stringMatching(/6 cells/)],
    ["full", "F", "", "", "pro", "", expect.stringMatching(/100 keys/)],
  ]);
  const again = await checkedImport(ada, text.replace("ada@", "ada@example.com"), { targets });
  expect(again.counts).toMatchObject({ new: 2, refused: 2 });
  await ranImport(ada, again.id);
  expect((await ada.api("GET", "/contacts/u1")).body["contact"]).toMatchObject({ name: "Okafor; Ada", email: "ada@example.com" });
  // The column of reasons is known for what it is: it is ignored, and written anew.
  expect(again.columns.at(-1)).toMatchObject({ header: "reason", target: null });
  const [headers, ...lines] = parseCsv((await owner.call("GET", `/imports/${again.id}/lines/export?result=refused`)).text);
  expect(headers).toEqual(["Kunde", "Name", "E-Mail", "Notiz", "Tarif", "", "reason"]);
  expect(lines[0]?.[3]).toBe("'-5");
  expect(lines.map((cells) => [cells[0], cells.at(-1)])).toEqual([
    ["u3", email],
    ["full", expect.stringMatching(/100 keys/)],
  ]);
  // A column of the company's own that is called so stays.
  const own = await checkedImport(ada, "id,email,reason\nu9,no,moved\n", {
    targets: { id: "userId", email: "email", reason: "attribute:reason" },
  });
  expect(parseCsv((await owner.call("GET", `/imports/${own.id}/lines/export?result=refused`)).text)).toEqual([
    ["id", "email", "reason", "reason 2"],
    ["u9", "no", "moved", email],
  ]);
  const theirs = await bob.signIn();
  expect((await theirs.call("GET", `/imports/${id}/lines/export?result=refused`)).status).toBe(404);
});

test("columns that are said while the file is read with another delimiter are refused or last, and never mixed", async ({ ada }) => {
  const { id } = await sentFile(ada, "id,name;plan\nu1,Ada;pro\n");
  const put = (body: object) => ada.api("PUT", `/imports/${id}/columns`, { body });
  for (let round = 0; round < 8; round += 1) {
    await put({ delimiter: "," });
    const columns = [0, 1].map((index) => ({ index, target: index === 0 ? { kind: "userId" } : null }));
    const [read, said] = await Promise.all([put({ delimiter: ";" }), put({ columns })]);
    const after = (await ada.api("GET", `/imports/${id}`)).body["import"] as { delimiter: string; columns: { header: string }[] };
    expect([read.status, said.status]).toContain(200);
    expect(after.columns.map(({ header }) => header)).toEqual(after.delimiter === "," ? ["id", "name;plan"] : ["id,name", "plan"]);
    await expect
      .poll(async () => ((await ada.api("GET", `/imports/${id}`)).body["import"] as { state: string }).state)
      .not.toBe("checking");
  }
});

test("the product's own export is recognised and imported back with the same values", async ({ ada, bob }) => {
  const attributes = {
    vip: true,
    seats: 5.5,
    note: "a;-b",
    lines: "x\r\n-y\r\n=z",
    formula: "'=1",
    zip: "01234",
    name: "'t Hooft",
    dashes: ";-".repeat(500),
    // Texts that look like something else, and what they look like.
    ...{ five: "5", yes: "true", none: "NULL", below: "-7", left: -7, off: false, large: 123_456_789_012_345 },
  };
  const contact = { name: "=Ada", email: "ada@example.com", phone: "447911000777", attributes };
  await ada.api("PUT", "/contacts/own", { body: contact });
  await ada.api("PUT", "/contacts/other", { body: { name: "Null" } });
  const [owner, theirs] = [await ada.signIn(), await bob.signIn()];
  await theirs.call("POST", "/tags", { name: "vip", color: "red" });
  for (const name of ["VIP", "Pays late, often"]) await putTag(owner, "own", (await tagIn(owner, name)).id);
  const { text } = await owner.call("GET", "/contacts/export?format=csv");
  const imported = await checkedImport(bob, text);
  expect(imported.columns.map(({ header, target }) => [header, saidOf(target)]).filter(([header, said]) => header !== said)).toEqual([
    ["createdAt", "-"],
    ["updatedAt", "-"],
    ["aliases", "-"],
  ]);
  expect(imported.counts).toMatchObject({ new: 2, refused: 0 });
  expect((await linesOf(bob, imported.id)).find(({ userId }) => userId === "own")?.values).toMatchObject({ tags: "Pays late, often, VIP" });
  await ranImport(bob, imported.id);
  expect((await bob.api("GET", "/contacts/own")).body["contact"]).toMatchObject(contact);
  expect((await bob.api("GET", "/contacts/other")).body["contact"]).toMatchObject({ name: "Null", attributes: {} });
  expect(await tagsOf(theirs, "own")).toEqual(["Pays late, often", "vip"]);
  expect((await checkedImport(bob, text)).counts).toMatchObject({ changed: 0, new: 0, unchanged: 2 });
  // Read back into the workspace that it is from it changes nothing, also the second time.
  expect((await checkedImport(ada, text)).counts).toMatchObject({ changed: 0, new: 0 });
});

test("a column of tags makes those that are missing, says which did not fit in, and an undo takes their contacts away", async ({ ada }) => {
  const session = await ada.signIn();
  const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  const targets = { userId: "userId", labels: "tags", more: "attributes", seats: "attribute:seats" } as const;
  const lines = [
    "userId,labels,more,seats",
    'full,"first;FIRST | second","{""plan"":""5"",""vip"":true}",1',
    `many,"${many.join(",")}",,2`,
    `over,"${[...many, "x"].join(",")}",,3`,
    `long,"${"x".repeat(41)}",,4`,
    'broken,,"{""plan"":[1]}",5',
    "plain,,,6",
    "",
  ];
  const checked = await checkedImport(ada, lines.join("\n"), { targets });
  expect(checked.counts).toMatchObject({ new: 3, refused: 3 });
  expect((await linesOf(ada, checked.id, "&result=refused")).map(({ column, reason }) => [column, reason])).toEqual([
    ["labels", "tags must have at most 20 values."],
    ["labels", expect.stringMatching(/40/)],
    ["more", expect.stringMatching(/^attributes must be an object in JSON/)],
  ]);
  await ranImport(ada, checked.id);
  expect(await attributesOf(ada, "full")).toEqual({ plan: "5", vip: true, seats: 1 });
  expect(await tagsOf(session, "full")).toEqual(["first", "second"]);
  expect(await tagsOf(session, "many")).toHaveLength(20);
  expect(await tagsOf(session, "plain")).toEqual([]);

  // A contact has 20 at most, a workspace 100; the line is taken, and says what did not fit in.
  const more = Array.from({ length: 5 }, (_, line) => Array.from({ length: 19 }, (_, index) => `more ${line} ${index}`).join(";"));
  const second = await checkedImport(
    ada,
    ["userId,labels", "many,more 0 0", ...more.map((tags, line) => `m${line},${tags}`), ""].join("\n"),
    { targets },
  );
  const ran = await ranImport(ada, second.id);
  expect(ran).toMatchObject({ counts: { new: 5, changed: 1, refused: 0 }, leftOut: 2 });
  const without = await linesOf(ada, second.id, "&leftOut=true");
  expect(without.map(({ userId }) => userId)).toEqual(["many", "m4"]);
  expect(without[0]?.leftOut).toEqual([
    { column: "labels", value: "more 0 0", reason: expect.stringMatching(/^A contact has at most 20 tags/) },
  ]);
  expect(without[1]?.leftOut.length).toBeGreaterThan(0);
  expect(without[1]?.leftOut[0]?.reason).toMatch(/^A workspace has at most 100 tags/);
  expect(((await session.call("GET", "/tags")).body["items"] as unknown[]).length).toBe(100);

  // What it has tagged itself is as it was made; what somebody has tagged since is not.
  const [tag] = (await session.call("GET", "/tags")).body["items"] as { id: string }[];
  await putTag(session, "m0", tag?.id ?? "");
  await ada.api("POST", `/imports/${second.id}/undo`);
  expect((await importIn(ada, second.id, "undone")).undone).toEqual({ removed: 4, stayed: 1 });
  expect((await ada.api("GET", "/contacts/m0")).status).toBe(200);
  expect((await ada.api("GET", "/contacts/m1")).status).toBe(404);
});
