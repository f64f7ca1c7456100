import { test } from "@playwright/test";
import fc from "fast-check";
import { fileOfForm, isForm } from "@/lib/http/form-file";
import { AppError } from "@/lib/kernel/errors";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const boundary = "----------------------------f0a1";
const type = `multipart/form-data; boundary=${boundary}`;
type Part = { head: string; body: string | Buffer };
const fileHead = 'Content-Disposition: form-data; name="file"; filename="kunden.csv"\r\nContent-Type: text/csv; charset=utf-16';
const field = (name: string, body: string): Part => ({ head: `Content-Disposition: form-data; name="${name}"`, body });
const form = (parts: readonly Part[], end = `--${boundary}--\r\n`) =>
  Buffer.concat([
    ...parts.map(({ head, body }) =>
      Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from("\r\n")]),
    ),
    Buffer.from(end),
  ]);

async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const tooLarge = () => new AppError("payload_too_large", "too large");
async function fileIn(bytes: Buffer, { size = 7, contentType = type, maxBytes = 1_000_000 } = {}) {
  const file = fileOfForm(chunksOf(bytes, size), contentType, { maxBytes, tooLarge });
  const parts: Uint8Array[] = [];
  for await (const part of file) parts.push(part);
  return { name: file.fileName, bytes: Buffer.concat(parts) };
}

test("the file of a form is what was put in, whatever its bytes, its neighbours and the size of the chunks", async () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all));
  const near = fc.constantFrom("\r\n--", `\r\n--${boundary.slice(0, -1)}`, "\r\n", "--", "\r", "a,b\n").map((text) => Buffer.from(text));
  const body = fc.array(fc.oneof(bytes, near), { maxLength: 6 }).map((all) => Buffer.concat(all));
  await fc.assert(
    fc.asyncProperty(body, fc.integer({ min: 1, max: 90 }), fc.boolean(), async (content, size, isFirst) => {
      const others = [field("_charset_", "utf-8"), field("note", "x".repeat(40))];
      const file = { head: fileHead, body: content };
      const found = await fileIn(form(isFirst ? [file, ...others] : [...others, file]), { size });
      expect(found.name).toBe("kunden.csv");
      expect(found.bytes.equals(content)).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});

const file = { head: fileHead, body: "id,name\n1,Ada\n" };
const refusedForms: [name: string, bytes: Buffer, message: RegExp, contentType?: string][] = [
  ["without a file", form([field("file", "id,name\n1,Ada\n")]), /exactly one file; it has none. With curl: -F file=@/],
  ["without parts", form([]), /exactly one file; it has none|cannot be read/],
  ["with two files", form([file, { ...file, head: fileHead.replace("kunden", "more") }]), /exactly one file; it has several/],
  ["with very many files", form(Array.from({ length: 100 }, () => file)), /exactly one file/],
  ["with very many fields", form([...Array.from({ length: 100 }, (_, nth) => field(`f${nth}`, "x")), file]), /exactly one file/],
  ["that is cut off", form([file], ""), /cut off/],
  ["with another boundary", form([file]), /cannot be read|has none/, "multipart/form-data; boundary=other"],
  ["without a boundary", form([file]), /multipart\/form-data with its boundary/, "multipart/form-data"],
  ["with an endless boundary", form([file]), /multipart\/form-data with its boundary/, `multipart/form-data; boundary=${"b".repeat(71)}`],
  ["of another kind", form([file]), /multipart\/form-data with its boundary/, `multipart/mixed; boundary=${boundary}`],
  ["in base64", form([{ ...file, head: `${fileHead}\r\nContent-Transfer-Encoding: base64` }]), /without Content-Transfer-Encoding base64/],
];
for (const [name, bytes, message, contentType = type] of refusedForms)
  for (const size of [1, 64, 100_000])
    test(`refuses a form ${name}, and says what to send (in chunks of ${size})`, async () => {
      await expect(fileIn(bytes, { contentType, size })).rejects.toThrow(message);
    });

test("counts the bytes of the file, and none of the rest of the form", async () => {
  const exact = form([field("note", "x".repeat(500)), { head: fileHead, body: "x".repeat(1_000) }]);
  expect((await fileIn(exact, { maxBytes: 1_000 })).bytes.length).toBe(1_000);
  await expect(fileIn(exact, { maxBytes: 999 })).rejects.toThrow("too large");
});

test("holds no more of a large file than the chunk that just came", async () => {
  const total = 64 * 1024 * 1024;
  const chunk = Buffer.alloc(65_536, "user_1,Ada\r\n--");
  let [sent, taken, maxHeld] = [0, 0, 0];
  async function* large() {
    yield Buffer.from(`--${boundary}\r\n${fileHead}\r\n\r\n`);
    for (; sent < total; sent += chunk.length) {
      maxHeld = Math.max(maxHeld, sent - taken);
      yield chunk;
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  for await (const part of fileOfForm(large(), type, { maxBytes: total, tooLarge })) taken += part.byteLength;
  expect(taken).toBe(total);
  expect(maxHeld).toBeLessThanOrEqual(4 * chunk.length);
});

test("knows a form by its type alone", () => {
  for (const contentType of [type, "Multipart/Form-Data; boundary=x", "multipart/mixed"]) expect(isForm(contentType)).toBe(true);
  for (const contentType of [null, "text/csv", "application/x-www-form-urlencoded", "application/octet-stream"])
    expect(isForm(contentType)).toBe(false);
});
