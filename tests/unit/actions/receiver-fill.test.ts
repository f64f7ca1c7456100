import { test } from "@playwright/test";
import fc from "fast-check";
import { templates } from "@/lib/actions/receivers/kit";
import { fill } from "@/lib/actions/receivers/shared/fill";
import { expect } from "../../support/expect";

const marks = /Your buttons|End of your buttons/;
const withoutMarks = (text: string) =>
  text
    .split("\n")
    .filter((line) => !/^\s*(\/\/|#) (Your|End of your) buttons$/.test(line))
    .join("\n");
const comment = /^\s*(\/\/|#) /;

for (const { name, text } of templates()) {
  test(`the receiver for ${name} has its example between its marks, and without buttons the example stays`, () => {
    expect(text.split("\n").filter((line) => marks.test(line))).toHaveLength(2);
    expect(fill(text, [])).toBe(withoutMarks(text));
  });

  test(`the receiver for ${name} has a case for every button, in their order`, () => {
    const filled = fill(text, [
      { action: "refund_order", label: "Refund order" },
      { action: "sync.account-2", label: "Sync account" },
    ]);
    expect(filled).not.toMatch(/retry_payment|Retry payment/);
    expect(filled.indexOf('"There is') + filled.indexOf("There is no action")).toBeGreaterThan(0);
    const [first, second] = [/['"]refund_order['"]/.exec(filled)?.index ?? -1, /['"]sync\.account-2['"]/.exec(filled)?.index ?? -1];
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first);
    expect(filled).toContain("Refund order: do the work here");
    // A label without anything that a comment may hold gives its place to the identifier.
    expect(fill(text, [{ action: "refund_order", label: "{$}" }])).toContain("refund_order: do the work here");
  });

  test(`a label changes nothing but single-line comments of the receiver for ${name}, whatever it holds`, () => {
    const plain = fill(text, [{ action: "refund", label: "Refund" }]).split("\n");
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.constantFrom("*/", "?>", "\u2028x", "\rx", "$&$1", "\\", '"""')),
        (label) => {
          const lines = fill(text, [{ action: "refund", label }]).split("\n");
          expect(lines).toHaveLength(plain.length);
          const changed = lines.filter((line, at) => line !== plain[at]);
          for (const line of changed) {
            expect(line).toMatch(comment);
            expect(line.trim()).not.toMatch(/\*\/|\?>|["`\\<>{}$\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          }
        },
      ),
    );
  });

  test(`an invalid identifier gets no case in the receiver for ${name}`, () => {
    expect(fill(text, [{ action: '"; evil()', label: "x" }])).toBe(fill(text, []));
  });
}
