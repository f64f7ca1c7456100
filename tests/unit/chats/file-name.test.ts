import { test } from "@playwright/test";
import fc from "fast-check";
import { fileName } from "@/lib/chats/attachments/shared/file-name";
import { sizeOf } from "@/lib/chats/attachments/shared/size";
import { codePoints } from "@/lib/kernel/text";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const cleaned: [sent: string, type: string, name: string][] = [
  ["invoice.pdf", "application/pdf", "invoice.pdf"],
  ["Invoice.PDF", "application/pdf", "Invoice.PDF"],
  ["Factura nº 7 – año.pdf", "application/pdf", "Factura nº 7 – año.pdf"],
  ["photo.jpeg", "image/jpeg", "photo.jpeg"],
  ["photo", "image/jpeg", "photo.jpg"],
  ["photo.png", "image/jpeg", "photo.png.jpg"],
  ["page.html", "image/png", "page.html.png"],
  ["page.pdf.html", "application/pdf", "page.pdf.html.pdf"],
  ["../../etc/passwd", "application/pdf", "passwd.pdf"],
  ["C:\\Users\\ada\\scan.pdf", "application/pdf", "scan.pdf"],
  [".htaccess", "image/png", "htaccess.png"],
  ["...", "image/png", "file.png"],
  ["", "image/gif", "file.gif"],
  ["\u202efdp.exe", "application/pdf", "fdp.exe.pdf"],
  ["a\r\nSet-Cookie: b=c.png", "image/png", "aSet-Cookie_ b=c.png"],
  ["a\0.png", "image/png", "a.png"],
  ['a"b<c>.png', "image/png", "a_b_c_.png"],
  ["report.docx", "application/octet-stream", "report.docx"],
  ["README", "application/octet-stream", "README"],
  ["Scan.PDF", "application/octet-stream", "Scan.PDF"],
  ["invoice.html", "application/octet-stream", "invoice.html.bin"],
  ["run.EXE", "application/octet-stream", "run.EXE.bin"],
  ["a.pdf.bat", "application/octet-stream", "a.pdf.bat.bin"],
  ["photo.svg", "application/octet-stream", "photo.svg.bin"],
  ["macros.docm", "application/octet-stream", "macros.docm.bin"],
  ["a.ends-in-what-is-no-extension", "application/octet-stream", "a.ends-in-what-is-no-extension.bin"],
  ["trailing. . .", "application/octet-stream", "trailing"],
  ["lone \ud800 half.png", "image/png", "lone \ufffd half.png"],
];

for (const [sent, type, name] of cleaned) {
  test(`${JSON.stringify(sent)} of ${type} is stored as ${JSON.stringify(name)}`, () => {
    expect(fileName(sent, type)).toBe(name);
  });
}

test("a long name keeps its extension", () => {
  const name = fileName(`${"ä".repeat(400)}.pdf`, "application/pdf");
  expect(codePoints(name)).toBe(120);
  expect(name).toMatch(/^ä+\.pdf$/);
});

const isSafe = (name: string): boolean =>
  /^[^.\s].*\.(png|pdf)$/isu.test(name) &&
  !/[/\\\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u.test(name) &&
  name.isWellFormed() &&
  codePoints(name) <= 120;

test("any name becomes one without folders, control and invisible characters, ending like its type", () => {
  const anyName = fc.string({ unit: "binary", maxLength: 300 });
  // One answer for each name: an assertion of the test runner costs more than everything that it looks at.
  fc.assert(
    fc.property(anyName, fc.constantFrom("image/png", "application/pdf"), (sent, type) => isSafe(fileName(sent, type))),
    { numRuns: runs(3_000) },
  );
});

test("any name of an unknown type ends in nothing that is run", () => {
  const dangerous =
    /\.(html?|xhtml|svg|exe|bat|cmd|com|scr|msi|js|vbs|ps1|lnk|jar|hta|wsf|url|apk|dmg|desktop|sh|docm|appref-ms|settingcontent-ms)$/i;
  const endings = [
    "html",
    "HTM",
    "svg",
    "exe",
    "bat",
    "cmd",
    "com",
    "scr",
    "msi",
    "js",
    "vbs",
    "ps1",
    "lnk",
    "jar",
    "hta",
    "url",
    "sh",
    "appref-ms",
    "settingcontent-ms",
  ];
  const anyName = fc.tuple(
    fc.string({ unit: "binary", maxLength: 150 }),
    fc.constantFrom(...endings),
    fc.constantFrom("", ".", " ", "\u200b", "\0"),
  );
  fc.assert(
    fc.property(anyName, ([name, ending, after]) => !dangerous.test(fileName(`${name}.${ending}${after}`, "application/octet-stream"))),
    { numRuns: runs(3_000) },
  );
});

test("sizes are written for people", () => {
  for (const [bytes, text] of [
    [1, "1 KB"],
    [2_048, "2 KB"],
    [1_000_000, "977 KB"],
    [1_048_576, "1 MB"],
    [2_500_000, "2.4 MB"],
    [10_485_760, "10 MB"],
  ] as const)
    expect(sizeOf(bytes, "en")).toBe(text);
});
