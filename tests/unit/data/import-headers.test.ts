import { gzipSync } from "node:zlib";
import { test } from "@playwright/test";
import { headOf } from "@/lib/data/imports/head";
import { letterWatch } from "@/lib/data/imports/letters";
import { maxImportBytes } from "@/lib/data/imports/shared/limits";
import { expect } from "../../support/expect";

type Said = Partial<Pick<Parameters<typeof headOf>[0], "encoding" | "delimiter" | "headerLine" | "bytes">>;
function head(first: Buffer | string, said: Said = {}) {
  const bytes = Buffer.from(first);
  const letters = letterWatch();
  letters.add(bytes);
  return headOf({ first: bytes, bytes: bytes.length, letters: letters.seen(), ...said });
}

const data = "user_1;Ada Okafor;ada@example.com;pro\nuser_2;Bob;bob@example.com;free\n";
const headers = "userId;name;email;plan";
const above: [name: string, lines: string, headerLine: number][] = [
  ["nothing", "", 1],
  ["empty lines", "\n\n", 3],
  ["lines of delimiters alone", ";;;\n;;;\n", 3],
  ["a title", "Customers 2026\n", 2],
  ["a title as a spreadsheet pads it, and an empty line", "Customers 2026;;;\n;;;\n", 3],
  ["comments", "# exported 2026-11-28\n# by Ada, for us\n", 3],
  ["a comment with as many cells", "# one; two; three; four\n", 2],
  ["names with values", "Report;Customers\nDate;2026-11-28\n\n", 4],
  ["names with more values", "Report;Customers;x\nDate;2026-11-28;y\n", 3],
  ["a title over several lines", '"Customers\nof 2026"\n', 3],
  ["a mark and a title", "\ufeffCustomers\n", 2],
  ["Excel's own line and a title", "sep=;\nCustomers\n", 3],
];
for (const [name, lines, headerLine] of above)
  for (const end of ["\n", "\r\n", "\r"])
    test(`finds the headers below ${name} (${JSON.stringify(end)})`, async () => {
      const found = await head(`${lines}${headers}\n${data}`.replaceAll("\n", end));
      expect(found).toMatchObject({ headerLine, dataLine: headerLine + 1, delimiter: ";" });
      expect(found.columns.map(({ header }) => header)).toEqual(["userId", "name", "email", "plan"]);
      expect(found.columns[1]?.examples).toEqual(["Ada Okafor", "Bob"]);
    });

const first: [name: string, file: string][] = [
  ["one column", "userId\nu1\nu2\n"],
  ["headers in a language that nobody guesses", "kod,imie,poczta\n1,Ada,a@b.pl\n2,Ola,o@b.pl\n"],
  ["a column without a header", ",name,email\n0,Ada,a@b.pl\n1,Ola,o@b.pl\n"],
  ["a first header of #", "#,Name,Email\n1,Ada,a@b.pl\n2,Ola,o@b.pl\n"],
  ["lines with more cells than headers", "id,name\n1,Ada,x,y,z\n2,Bob,x,y,z\n"],
  ["values that are names of columns", "kod,kanal,inny\n1,email,phone\n2,phone,email\n"],
  ["lines of one cell", "id,name\n1\n2\n3\n"],
];
for (const [name, file] of first)
  test(`takes the first line for the headers: ${name}`, async () => {
    expect((await head(file)).headerLine).toBe(1);
  });

test("takes the line for the headers that somebody names, and says which cannot be", async () => {
  const file = `Title with "marks\n\n${headers}\nuser_1;Ada;a@b.de;pro\nuser_2;Bob;b@b.de;free\n`;
  expect(await head(file, { headerLine: 3 })).toMatchObject({
    headerLine: 3,
    dataLine: 4,
    delimiter: ";",
    columns: [{ header: "userId" }, {}, {}, {}],
  });
  expect(await head(file, { headerLine: 4 })).toMatchObject({ dataLine: 5, columns: [{ header: "user_1" }, {}, {}, {}] });
  for (const headerLine of [2, 6, 7, 900])
    await expect(head(file, { headerLine })).rejects.toThrow(`Line ${headerLine} cannot have the headers`);
  await expect(head(`sep=;\n${headers}\n${data}`, { headerLine: 1 })).rejects.toThrow("Line 1 cannot have the headers");
  await expect(head(file, { headerLine: 5 })).rejects.toThrow("no line after them");
});

const zip = Buffer.from("504b0304140000000800", "hex");
const kinds: [name: string, file: Buffer | string, message: RegExp][] = [
  ["xlsx", Buffer.concat([zip, Buffer.alloc(20), Buffer.from("xl/workbook.xml"), Buffer.alloc(60)]), /is Excel \(XLSX\), not CSV/],
  [
    "Numbers",
    Buffer.concat([zip, Buffer.alloc(20), Buffer.from("Index/Document.iwa"), Buffer.alloc(60)]),
    /is NUMBERS, not CSV|is Numbers, not CSV/,
  ],
  ["xls", Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]), /is Excel \(XLS\), not CSV/],
  ["zip", Buffer.concat([zip, Buffer.alloc(20), Buffer.from("a.csv"), Buffer.alloc(60)]), /is compressed \(ZIP\)\. Unpack it/],
  ["gz", gzipSync("id,name\n1,Ada\n"), /is compressed \(GZ\)\. Unpack it/],
  ["PNG", Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"), /is PNG, not CSV/],
  ["SQLite", Buffer.from(`SQLite format 3\0${"\x10".repeat(80)}`), /is SQLite, not CSV/],
  ["PDF", "%PDF-1.7\n%\xe2\xe3\n1 0 obj\n", /is PDF, not CSV/],
  ["HTML", "\ufeff\n<!DOCTYPE html>\n<html><body><table><tr><td>1</td></tr></table>", /is HTML, not CSV/],
  ["an HTML table as some name .xls", '<table border="1"><tr><td>id</td></tr></table>', /is HTML, not CSV/],
  ["HTML in UTF-16", Buffer.from("\ufeff<html><body>\n", "utf16le"), /is HTML, not CSV/],
  ["XML", '<?xml version="1.0"?>\n<customers/>', /is XML, not CSV/],
  ["JSON", '[\n  {"id": 1, "name": "Ada"}\n]', /is JSON, not CSV/],
  ["lines of JSON", '{"id":1,"name":"Ada"}\n{"id":2}\n', /is JSON, not CSV/],
  ["vCard", "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nEND:VCARD\r\n", /is vCard, not CSV/],
  ["SQL", "INSERT INTO customers VALUES (1, 'Ada');\n", /is SQL, not CSV/],
];
for (const [name, file, message] of kinds)
  test(`names a file for what it is: ${name}`, async () => {
    await expect(head(typeof file === "string" ? Buffer.from(file) : file)).rejects.toThrow(message);
  });

test("takes no file of contacts for another kind, whatever it begins with", async () => {
  for (const start of ["BMI", "ID3", "MZ", "GIF8", "FWS", "OggS", "II*", "PK", "{id}", "[id]", "<id", "From: me", "BEGIN"])
    expect(await head(`${start},name\n1,Ada\n2,Bob\n`), start).toMatchObject({ columns: [{ header: start }, { header: "name" }] });
});

test("a beginning without end is refused at once, whatever it is made of", async () => {
  const piece = 512 * 1024;
  const bytes = maxImportBytes;
  const refusedAs: [string, RegExp][] = [
    ["x", /The first line has more than 524,288 bytes/],
    ["\t", /The first line has more than|cannot have/],
    [",", /The first line has more than|columns; at most 500/],
    ['"', /line 1 never ends|The first line has more than/],
    [' "', /line 1 never ends|The first line has more than/],
    ['="', /line 1 never ends|The first line has more than/],
    ["\0", /The first line has more than/],
    ["é", /The first line has more than/],
    ["\x81", /The first line has more than/],
    ["\r", /The first line has more than/],
    ["\n", /The first line has more than/],
  ];
  for (const [unit, message] of refusedAs) {
    const all = Buffer.alloc(piece, Buffer.from(unit, "latin1"));
    await expect(head(all, { bytes }), JSON.stringify(unit)).rejects.toThrow(message);
  }
  await expect(head(`${"c,".repeat(200_000)}c\n1,2\n`)).rejects.toThrow("The file has 200001 columns; at most 500 can be read.");
});
