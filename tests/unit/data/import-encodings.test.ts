import { test } from "@playwright/test";
import fc from "fast-check";
import iconv from "iconv-lite";
import { decoded, unitsOf } from "@/lib/data/imports/encoding";
import { guessedEncoding } from "@/lib/data/imports/guess-encoding";
import { letterWatch } from "@/lib/data/imports/letters";
import { type Encoding, encodingNames } from "@/lib/data/imports/shared/encodings";
import { readCsv } from "@/lib/kernel/csv-read";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const western: Encoding[] = ["windows-1252", "macintosh", "cp850"];
const tables: [names: string[], written: Encoding[]][] = [
  [["Müller", "Jürgen Weiß", "Schröder", "MÜLLER & SÖHNE"], western],
  [["Jörg Bär", "Böhm"], western],
  [
    ["Zoé Lefèvre", "François", "Hélène Bégin", "Cœur"],
    ["windows-1252", "macintosh"],
  ],
  [["José Muñoz", "Íñigo", "Peña", "Mª Ángeles"], western],
  [["João Simões", "Conceição", "Gonçalves", "Inês"], western],
  [["Åsa Öberg", "Sjöström", "Jørgen Sørensen"], western],
  [["Müller", "José Peña", "Zoé", "François", "Jørgen", "Åsa", "João"], western],
  [["100 €", "“Ada”", "Ada’s"], ["windows-1252"]],
  [
    ["Łukasz Wiśniewski", "Małgorzata Dąbrowska", "Jędrzej"],
    ["windows-1250", "iso-8859-2", "cp852"],
  ],
  [
    ["Jiří Dvořák", "Věra Nováková", "Tomáš Říha", "Zdeněk Žižka"],
    ["windows-1250", "iso-8859-2"],
  ],
  [["Győző Szűcs", "Eötvös", "Kovács Ödön"], ["windows-1250"]],
  [
    ["Иванов Пётр", "Мария Смирнова", "Кузнецов Алексей"],
    ["windows-1251", "koi8-r", "cp866", "iso-8859-5"],
  ],
  [["ИВАНОВ", "ПЕТРОВ"], ["windows-1251"]],
  [["иванов", "москва", "оплачено"], ["windows-1251"]],
  [["Γιώργος Παπαδόπουλος", "Μαρία Ιωάννου", "Ελένη"], ["windows-1253"]],
  [["Şükrü Güneş", "Ayşe Yıldız", "Çağla Işık"], ["windows-1254"]],
  [["דוד כהן", "שרה לוי"], ["windows-1255"]],
  [["محمد علي", "فاطمة"], ["windows-1256"]],
  [["Žukauskas", "Gabrielė Kazlauskaitė", "Jūratė Šimkutė"], ["windows-1257"]],
  [
    ["山田太郎", "鈴木花子", "高橋さくら"],
    ["shift_jis", "euc-jp"],
  ],
  [["株式会社サンプル", "ソフト表示"], ["shift_jis"]],
  [["王小明", "李娜", "张伟", "刘洋"], ["gb18030"]],
  [["陳小美", "林志玲", "張惠妹"], ["big5"]],
  [["김철수", "이영희", "박지성"], ["euc-kr"]],
];

const fileOf = (names: readonly string[], encoding: Encoding) =>
  iconv.encode(`userId;name;email\n${names.map((name, nth) => `u${nth};${name};u${nth}@example.com`).join("\n")}\n`, encoding);

for (const [names, written] of tables)
  for (const encoding of written)
    test(`guesses ${encoding} by ${names.slice(0, 2).join(", ")}`, async () => {
      const watch = letterWatch();
      watch.add(fileOf(names, encoding));
      const { isUtf8, words } = watch.seen();
      expect(isUtf8).toBe(false);
      const guessed = await guessedEncoding(words);
      // Two encodings may have the letters of a file in the same places.
      expect({ ...guessed, read: iconv.decode(fileOf(names, encoding), guessed.encoding) }).toMatchObject({
        isDoubtful: false,
        read: iconv.decode(fileOf(names, encoding), encoding),
      });
    });

test("words with letters that no language has are a doubt, and so are parts in UTF-8", async () => {
  for (const words of [["M\x9d\x81ller"], ["Ã¼", "Müller"], ["a\x90b", "Jürgen"]])
    expect(await guessedEncoding(words.map((word) => Buffer.from(word, "latin1"))), words.join()).toMatchObject({ isDoubtful: true });
});

test("a file that is cut into pieces anywhere looks the same", async () => {
  const bytes = Buffer.concat([fileOf(["Müller", "Jürgen Weiß"], "utf-8"), Buffer.from("plain,ascii\n".repeat(4))]);
  for (let size = 1; size < 40; size += 1) {
    const watch = letterWatch();
    for (let at = 0; at < bytes.length; at += size) watch.add(bytes.subarray(at, at + size));
    expect(watch.seen().isUtf8, String(size)).toBe(true);
  }
});

const letters = [...'aZ9 ,;|"\r\n\tüéłřЖяΩת山表ポソ王张한글€ÅÑ\\~'];
test("what was written in any encoding and with any delimiter is read, cell by cell", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...encodingNames),
      fc.constantFrom(",", ";", "\t", "|"),
      fc.array(fc.array(fc.array(fc.constantFrom(...letters), { maxLength: 6 }), { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 4,
      }),
      (encoding, delimiter, rows) => {
        const canWrite = (letter: string) => iconv.decode(iconv.encode(letter, encoding), encoding) === letter;
        const cells = rows.map((row) => row.map((cell) => cell.filter(canWrite).join("")));
        const text = cells.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join("\r\n");
        const units = unitsOf(iconv.encode(text, encoding, { addBOM: false }), encoding);
        const { records } = readCsv(units, { delimiter, isEnd: true });
        expect(records.map((record) => record.cells.map((cell) => decoded(cell, encoding)))).toEqual(cells);
      },
    ),
    { numRuns: runs(1_500) },
  );
});

test("iconv-lite knows every encoding that can be chosen", () => {
  for (const encoding of encodingNames) expect(iconv.encodingExists(encoding), encoding).toBe(true);
});
