import { inspect } from "node:util";
import { test } from "@playwright/test";
import type { Target } from "@/lib/data/imports/contract";
import { headOf } from "@/lib/data/imports/head";
import { letterWatch } from "@/lib/data/imports/letters";
import { withCountry } from "@/lib/data/imports/phones";
import { parsePhone } from "@/lib/people/shared/phone";
import { expect } from "../../support/expect";

type Said = Partial<Pick<Parameters<typeof headOf>[0], "encoding" | "delimiter" | "headerLine">>;
function head(first: Buffer | string, said: Said = {}) {
  const bytes = Buffer.from(first);
  const letters = letterWatch();
  letters.add(bytes);
  return headOf({ first: bytes, bytes: bytes.length, letters: letters.seen(), ...said });
}
const said = (target: Target | null) => (target === null ? "-" : target.kind === "attribute" ? target.name : target.kind);
const guessed = async (first: string) => (await head(first)).columns.map(({ target }) => said(target)).join(" ");

const exported: [name: string, file: string, targets: string][] = [
  ["Chatwoot", "id,name,email,phone_number,identifier\n7,Ada,ada@example.com,+447911123456,user_1\n", "- name email phone userId"],
  [
    "Chatwoot without identifiers",
    "id,name,email,phone_number,identifier\n7,Ada,ada@example.com,+447911123456,\n",
    "userId name email phone -",
  ],
  [
    "HubSpot",
    "Record ID,First Name,Last Name,Email,Phone Number,Lifecycle Stage\n51,Ada,Okafor,ada@example.com,,lead\n",
    "userId name name email phone -",
  ],
  ["Intercom", "Name,User ID,Email,Phone,Last seen\nAda,user_1,ada@example.com,,2026-01-01\n", "name userId email phone -"],
  ["German", "Kundennummer;Vollständiger Name;E-Mail-Adresse;Handy;Tarif\n1;Ada;ada@example.com;0170;pro\n", "userId name email phone -"],
  ["Spanish", "ID de cliente;Nombre completo;Correo electrónico;Teléfono móvil\n1;Ada;a@b.es;+34612345678\n", "userId name email phone"],
  ["Portuguese", "Código do cliente\tNome\tCorreio eletrónico\tTelemóvel\n1\tAda\ta@b.pt\t+351912345678\n", "userId name email phone"],
  ["by its values", "acme_id|contact|reach\nu-1|ada@example.com|+447911123456\nu-2|bob@example.com|+447911123457\n", "userId email phone"],
  ["numbers that are no phones", "uid,order,amount\n1,4479111234,12345678\n2,4479111235,22345678\n", "userId - -"],
];
for (const [name, file, targets] of exported)
  test(`guesses the columns of a file: ${name}`, async () => {
    expect(await guessed(file)).toBe(targets);
  });

const text = "id;name\n1;Müller €\n";
const utf16 = (be: boolean, mark: boolean) => {
  const bytes = Buffer.from((mark ? "\ufeff" : "") + text, "utf16le");
  return be ? bytes.swap16() : bytes;
};
const encoded: [string, Buffer, string][] = [
  ["UTF-8", Buffer.from(text), "utf-8"],
  ["UTF-8 with its mark", Buffer.from(`\ufeff${text}`), "utf-8"],
  ["UTF-16 LE", utf16(false, true), "utf-16le"],
  ["UTF-16 BE", utf16(true, true), "utf-16be"],
  ["UTF-16 LE without a mark", utf16(false, false), "utf-16le"],
  ["UTF-16 BE without a mark", utf16(true, false), "utf-16be"],
  ["Windows-1252", Buffer.from(text.replace("€", "\x80"), "latin1"), "windows-1252"],
];
for (const [name, bytes, encoding] of encoded)
  test(`finds the encoding ${name}, and reads the same`, async () => {
    expect(await head(bytes)).toMatchObject({
      encoding,
      delimiter: ";",
      dataLine: 2,
      columns: [{ header: "id" }, { header: "name", examples: ["Müller €"] }],
    });
  });

test("takes a file in which a few characters are cut for UTF-8, and one in which hardly any is whole for Windows-1252", async () => {
  const cut = Buffer.concat([Buffer.from("id,name\n1,Müller\n2,caf"), Buffer.from([0xc3]), Buffer.from(",\n3,Jürgen\n")]);
  expect(await head(cut)).toMatchObject({ encoding: "utf-8", columns: [{}, { examples: ["Müller", "caf\ufffd", "Jürgen"] }] });
  expect((await head(Buffer.from("id,name\n1,Müller\n2,Björn\n3,Jür").subarray(0, -2))).encoding).toBe("utf-8");
  const other = Buffer.from("id,name\n1,Müller\n2,Jürgen\n3,Ã¼\n", "latin1");
  expect(await head(other)).toMatchObject({ encoding: "windows-1252", columns: [{}, { examples: ["Müller", "Jürgen", "Ã¼"] }] });
});

test("finds each delimiter, also where the headers hold others, and Excel's own line", async () => {
  for (const delimiter of [",", ";", "\t", "|"])
    expect((await head(`id${delimiter}name\n1${delimiter}"a,b;c|d"\n`)).delimiter, inspect(delimiter)).toBe(delimiter);
  expect(await head("sep=|\nid|name\n1|Ada\n")).toMatchObject({ delimiter: "|", dataLine: 3, dataOffset: 14 });
  expect((await head("id\n1\n2\n")).delimiter).toBe(",");
});

const refusedFiles: [string, string, RegExp][] = [
  ["nothing", "", /empty/],
  ["headers alone", "id,name\n", /no line after/],
  ["an open quotation mark", 'id,"name\n1,2\n', /begins in line 1 never ends/],
  ["doubled headers", "id,Email,name,email\n1,a,b,c\n", /columns 2 and 4 are both “email”/],
  ["too many columns", `${Array.from({ length: 501 }, (_, index) => `c${index}`).join(",")}\n1\n`, /501 columns; at most 500/],
];
for (const [name, file, message] of refusedFiles)
  test(`refuses ${name}, and says what to fix`, async () => {
    await expect(head(file)).rejects.toThrow(message);
  });

const phones: [string, string | null, string][] = [
  ["0170 1234567", "49", "491701234567"],
  ["+44 7911 123456", "49", "447911123456"],
  ["0044 7911 123456", "49", "447911123456"],
  ["(415) 555-0100", "1", "14155550100"],
  ["1 415 555 0100", "1", "14155550100"],
  ["612 345 678", "34", "34612345678"],
  ["06 1234 5678", "39", "390612345678"],
  ["06 20 123 4567", "36", "36201234567"],
  ["8 912 345 67 89", "7", "79123456789"],
  // Excel took the zero away: read as a number from abroad, it would be one in the United States.
  ["170 1234567", "49", "491701234567"],
  ["5511987654321", "49", "5511987654321"],
  ["0170 1234567", null, "phoneCountry"],
  ["call me", "49", "phoneDigits"],
  ["+49 (0)170 1234567", "49", "491701234567"],
  ["+44 (0) 7911 123456", null, "447911123456"],
  ["0049 (0)170 1234567", "49", "491701234567"],
  ["+39 (0)6 1234 5678", "49", "390612345678"],
  ["0039 (0)6 1234 5678", "39", "390612345678"],
  ["(0170) 1234567", "49", "491701234567"],
  ["\u202a0170\u20111234567\u202c", "49", "491701234567"],
  ["٠١٧٠ ١٢٣٤٥٦٧", "49", "491701234567"],
  // pandas, csvkit and Excel write a column with gaps as decimals.
  ["49170192691.0", null, "49170192691"],
  ["+49170192691.0", "49", "49170192691"],
  ["491701926910,0", null, "491701926910"],
  ["01701234567.0", "49", "491701234567"],
  ["49170192691.5", null, "phoneDecimal"],
  ["49170192691.00", null, "phoneDecimal"],
  ["0170 1234567 (12)", "49", "phoneExtension"],
  ["0170 1234567 - 12", "49", "phoneExtension"],
];
for (const [typed, country, wanted] of phones)
  test(`reads ${JSON.stringify(typed)} with ${country ?? "no country"} as ${wanted}`, () => {
    const phone = parsePhone(withCountry(typed, country));
    expect(phone.ok ? phone.digits : phone.reason.key).toBe(wanted);
  });
