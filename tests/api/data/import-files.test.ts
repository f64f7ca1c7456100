import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import type { Encoding } from "@/lib/data/imports/shared/encodings";
import { expect, test } from "../../support/fixtures";
import { checkedImport, importIn, importOf, linesOf, ranImport, sentFile, trySendFile } from "../../support/imports";

type Line = [line: number, result: string, userId: string | null, values?: Record<string, string>];
type Case = { name: string; file: string; lines: Line[]; reasons?: Record<number, RegExp> };

const cases: Case[] = [
  {
    name: "spaces around quotation marks",
    file: '"userId", "name" , "email"\r\n"u1" , "Okafor, Ada"\t, "ada@example.com" \r\n "u2",\t"Bob ""B"" Ray",\r\nu3, Tom "T" Ray,\r\n',
    lines: [
      [2, "new", "u1", { name: "Okafor, Ada", email: "ada@example.com" }],
      [3, "new", "u2", { name: 'Bob "B" Ray' }],
      [4, "new", "u3", { name: 'Tom "T" Ray' }],
    ],
  },
  {
    name: "two exports that were put together, with their marks and headers",
    file: '\ufeffuserId,name\nu1,Ada\n\ufeffuserId,name\n\ufeffu1,Ada again\n\ufeff"u2","Bob"\n',
    lines: [
      [2, "new", "u1", { name: "Ada" }],
      [3, "refused", "userId"],
      [4, "duplicate", "u1"],
      [5, "new", "u2", { name: "Bob" }],
    ],
    reasons: { 3: /repeats the headers/ },
  },
  {
    name: "the marks by which spreadsheets say text",
    file: 'userId,name,phone,email\n="0071",Ada,\'447911123456,\n"=""0072""","=""Bob, B.""",\'+44 7911 123457,\n\'0073,\'t Hooft,\'447911123458\',\n="0074","\'n Sync",="+447911123459",\n',
    lines: [
      [2, "new", "0071", { name: "Ada", phone: "447911123456" }],
      [3, "new", "0072", { name: "Bob, B.", phone: "447911123457" }],
      [4, "new", "0073", { name: "'t Hooft", phone: "447911123458" }],
      [5, "new", "0074", { name: "'n Sync", phone: "447911123459" }],
    ],
  },
  {
    name: "words for nothing, and an id that a spreadsheet has shortened",
    file: 'userId,name,email,phone\nu1,NULL,\\N,#N/A\nu2,"NULL",nan,None\nNULL,Ada,,\n"None",Ada,,\n\\N,Ada,,\n#N/A,Ada,,\n1.23457E+11,Ada,,\n"1,2E+05",Ada,,\nu3,Ada,,4.91702E+12\n12e4,Ada Null,,\n',
    lines: [
      [2, "new", "u1", {}],
      [3, "new", "u2", { name: "NULL" }],
      [4, "refused", null],
      [5, "refused", null],
      [6, "refused", null],
      [7, "refused", null],
      [8, "refused", "1.23457E+11"],
      [9, "refused", "1,2E+05"],
      [10, "refused", "u3"],
      [11, "new", "12e4", { name: "Ada Null" }],
    ],
    reasons: {
      4: /“NULL” says that there is none/,
      8: /^Excel has shortened this number; format the column as text/,
      9: /^Excel has shortened/,
      10: /^Excel has shortened/,
    },
  },
  {
    name: "titles, comments and empty lines above the headers, and ends of lines of every kind",
    file: 'Customers of 2026\r\n# exported today\r\n\r\nuserId,name\ru1,"Ada\r\nOkafor"\nu2,Bob\r\n\nu3,\0\n',
    lines: [
      [5, "new", "u1", { name: "Ada\r\nOkafor" }],
      [7, "new", "u2", { name: "Bob" }],
      [9, "refused", "u3"],
    ],
    reasons: { 9: /NUL/ },
  },
];

test("reads files as people have them, and names the lines that a person sees", async ({ ada }) => {
  for (const { name, file, lines, reasons = {} } of cases) {
    const { id } = await checkedImport(ada, file);
    const found = (await linesOf(ada, id)).filter(({ result }) => result !== "empty");
    expect(
      found.map(({ line, result, userId, values }) => [line, result, userId, ...(result === "new" ? [values] : [])]),
      name,
    ).toEqual(lines);
    for (const [line, reason] of Object.entries(reasons))
      expect(found.find((one) => one.line === Number(line))?.reason, name).toMatch(reason);
    await ada.api("POST", `/imports/${id}/cancel`);
  }
});

const encoded: [encoding: Encoding, names: string[]][] = [
  ["macintosh", ["Müller", "José Peña", "Straße"]],
  ["cp850", ["Müller", "José Peña", "Straße"]],
  ["windows-1250", ["Łukasz Wiśniewski", "Małgorzata Dąbrowska", "Jędrzej"]],
  ["windows-1251", ["Иванов Пётр", "Мария Смирнова", "Кузнецов"]],
  ["windows-1252", ["Müller", "José Peña", "100 €", "Ada’s"]],
  ["windows-1253", ["Γιώργος Παπαδόπουλος", "Μαρία", "Ελένη"]],
  ["windows-1254", ["Şükrü Güneş", "Ayşe Yıldız", "İbrahim"]],
  ["shift_jis", ["山田太郎", "ソフト", "高橋さくら"]],
  ["gb18030", ["王小明", "李娜", "张伟"]],
  ["big5", ["陳小美", "林志玲", "張惠妹"]],
  ["euc-kr", ["김철수", "이영희", "박지성"]],
];

test("finds encodings by the letters of the names, and reads another one that is chosen", async ({ ada }) => {
  for (const [encoding, names] of encoded) {
    const file = iconv.encode(`userId;name\n${names.map((name, nth) => `u${nth};${name}`).join("\n")}\n`, encoding);
    const checked = await checkedImport(ada, file);
    expect(checked, encoding).toMatchObject({ encoding, warnings: [], counts: { new: names.length } });
    expect((await linesOf(ada, checked.id)).map(({ values }) => values["name"])).toEqual(names);
    await ada.api("POST", `/imports/${checked.id}/cancel`);
  }
  // The second byte of some characters is that of a delimiter.
  const bars = iconv.encode("userId|name\nu1|表|\nu2|ポール\n", "shift_jis");
  const { id } = await sentFile(ada, bars);
  const read = await ada.api("PUT", `/imports/${id}/columns`, { body: { encoding: "shift_jis", delimiter: "|" } });
  expect(importOf(read)).toMatchObject({ columns: [{ header: "userId" }, { header: "name", examples: ["表", "ポール"] }] });
  // Letters that nobody writes are a warning, which goes with the choice.
  const odd = await sentFile(ada, Buffer.from("userId;name\nu1;M\x9d\x81ller\nu2;\xf0\xd0\x8d\xddnn\n", "latin1"));
  expect(odd.warnings).toMatchObject([{ code: "letters", message: expect.stringContaining("choose another encoding") }]);
  const chosen = await ada.api("PUT", `/imports/${odd.id}/columns`, { body: { encoding: "cp437" } });
  expect(importOf(chosen)).toMatchObject({ encoding: "cp437", warnings: [] });
  const unknown = await ada.api("PUT", `/imports/${odd.id}/columns`, { body: { encoding: "latin-9" } });
  expect(unknown.body).toMatchObject({ error: { message: expect.stringMatching(/encoding must be .*windows-1252.*macintosh.*euc-kr/) } });
});

test("the line of the headers is found, and can be said", async ({ ada }) => {
  const sent = await sentFile(ada, "List of customers\n\nid,mail\nuserId,name\nu1,Ada\n");
  expect(sent).toMatchObject({ headerLine: 3, columns: [{ header: "id" }, { header: "mail" }] });
  const path = `/imports/${sent.id}/columns`;
  const said = importOf(await ada.api("PUT", path, { body: { headerLine: 4 } }));
  expect(said).toMatchObject({ headerLine: 4, columns: [{ header: "userId", target: { kind: "userId" } }, { header: "name" }] });
  // What was said stays until something else is.
  expect(importOf(await ada.api("PUT", path, { body: {} }))).toMatchObject({ headerLine: 4 });
  for (const headerLine of [0, 2, 9, 1_001, 1.5])
    expect((await ada.api("PUT", path, { body: { headerLine } })).body, String(headerLine)).toMatchObject({
      error: { code: "invalid_request", message: expect.stringMatching(/^(headerLine must be|Line \d cannot have the headers)/) },
    });
  await ada.api("PUT", path, { body: { columns: said.columns.map(({ index, target }) => ({ index, target })) } });
  expect(await importIn(ada, sent.id, "checked")).toMatchObject({ headerLine: 4, counts: { new: 1 } });
  expect(await linesOf(ada, sent.id)).toMatchObject([{ line: 5, userId: "u1" }]);
});

test("names files that are no CSV for what they are", async ({ ada }) => {
  for (const [content, message] of [
    [gzipSync("id,name\n1,Ada\n"), /^This file is compressed \(GZ\)\. Unpack it/],
    [Buffer.from('[{"id":1}]'), /^This file is JSON, not CSV\./],
    [Buffer.from("<html><table><tr><td>1"), /^This file is HTML, not CSV\./],
    [Buffer.from("BEGIN:VCARD\nVERSION:4.0\n"), /^This file is vCard, not CSV\./],
    [Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]), /^This file is Excel \(XLS\), not CSV\./],
  ] as const)
    expect((await trySendFile(ada, content)).body).toMatchObject({
      error: { code: "invalid_request", message: expect.stringMatching(message) },
    });
});

test("takes the file of a form, with its name, and refuses a form with none or with several", async ({ ada }) => {
  const formOf = (...files: [string, string][]) => {
    const form = new FormData();
    form.set("charset", "utf-16");
    for (const [name, text] of files) form.append("upload", new File([text], name, { type: "text/csv" }));
    return form;
  };
  const send = async (form: FormData, query = "") => {
    const request = new Request("http://localhost", { method: "POST", body: form });
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    return ada.api("POST", `/imports${query}`, { body: Buffer.from(await request.arrayBuffer()), headers });
  };
  const sent = await send(formOf(["C:\\lists\\kunden.csv", "userId,name\r\nform_1,Müller\r\n"]));
  expect(sent.status, sent.text).toBe(201);
  expect(importOf(sent)).toMatchObject({
    fileName: "kunden.csv",
    encoding: "utf-8",
    bytes: Buffer.byteLength("userId,name\r\nform_1,Müller\r\n"),
  });
  const { id, columns } = importOf(sent);
  await ada.api("PUT", `/imports/${id}/columns`, { body: { columns: columns.map(({ index, target }) => ({ index, target })) } });
  await importIn(ada, id, "checked");
  await ranImport(ada, id);
  expect((await ada.api("GET", "/contacts/form_1")).body).toMatchObject({ contact: { name: "Müller" } });
  expect(importOf(await send(formOf(["a.csv", "id\n1\n"]), "?fileName=named.csv")).fileName).toBe("named.csv");
  expect(importOf(await ada.api("POST", "/imports", { body: Buffer.from("id\n1\n") })).fileName).toBe("contacts.csv");
  const error = (message: RegExp) => ({ error: { code: "invalid_request", message: expect.stringMatching(message) } });
  expect((await send(formOf())).body).toMatchObject(error(/exactly one file; it has none/));
  expect((await send(formOf(["a.csv", "id\n1\n"], ["b.csv", "id\n2\n"]))).body).toMatchObject(error(/exactly one file; it has several/));
  expect((await send(formOf(["a.csv", ""]))).body).toMatchObject(error(/file is empty/));
});
