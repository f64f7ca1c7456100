import { test } from "@playwright/test";
import fc from "fast-check";
import { fillInputs } from "@/components/desk/press/fill-inputs";
import { typedValue } from "@/components/desk/press/typed-values";
import { checkInputs } from "@/lib/actions/buttons/shared/inputs";
import { ButtonOptions } from "@/lib/actions/buttons/shared/options";
import { locales } from "@/lib/kernel/locale";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const inputsOf = (...inputs: object[]) => ButtonOptions.parse({ inputs }).inputs;
const amount = { type: "number", name: "amount", label: "Amount" };
const note = { type: "text", name: "note", label: "Note" };
const reason = { type: "choice", name: "reason", label: "Reason", choices: ["Goodwill", "Fraud"] };
const filled = (input: object, properties: Record<string, string | number | boolean>) =>
  [...fillInputs(inputsOf(input), properties, "en").values()][0];

test("an input takes the property whose key is its name or its label, in any case", () => {
  const input = { ...note, name: "reference", label: "Order number" };
  for (const key of ["reference", "Reference", " REFERENCE ", "Order number", "order NUMBER"])
    expect(filled(input, { other: "x", [key]: "INV-2041" }), key).toBe("INV-2041");
  expect(filled(input, { ordernumber: "INV-2041" })).toBeUndefined();
  // The name comes before the label, the exact key before one in another case, and two others in another case are a riddle.
  expect(filled(input, { "Order number": "a", reference: "b" })).toBe("b");
  expect(filled(input, { REFERENCE: "a", reference: "b" })).toBe("b");
  expect(filled(input, { REFERENCE: "a", Reference: "b" })).toBeUndefined();
});

test("a number takes only an unambiguous number, in the input's own unit", () => {
  for (const [value, expected] of [
    ["59.90 EUR", "59.90"],
    ["EUR 59.90", "59.90"],
    ["59.90€", "59.90"],
    ["€ 59.90", "59.90"],
    ["-3", "-3"],
    ["0.125", "0.125"],
    ["12.5 %", "12.5"],
    ["5 items", "5"],
    [59.9, "59.9"],
    [1.234, "1.234"],
    ["1,000", undefined],
    ["1.000 EUR", undefined],
    ["12,50", undefined],
    ["1.000.000", undefined],
    ["INV-2041", undefined],
    ["INV 2041", undefined],
    ["12ab", undefined],
    ["2 of 3", undefined],
    ["1e3", undefined],
    ["٣", undefined],
    ["12345678901234567890", undefined],
    [1e300, undefined],
    [true, undefined],
    ["", undefined],
  ] as const)
    expect(filled(amount, { amount: value }), String(value)).toBe(expected);
  const inEuros = { ...amount, unit: "EUR" };
  expect(filled(inEuros, { amount: "59.90 EUR" })).toBe("59.90");
  expect(filled(inEuros, { amount: "€59.90" })).toBe("59.90");
  for (const other of ["59.90 USD", "$59.90", "59.90 items"]) expect(filled(inEuros, { amount: other }), other).toBeUndefined();
});

test("a value beyond the input's limits is left out rather than cut", () => {
  expect(filled({ ...amount, max: 50 }, { amount: "59.90" })).toBeUndefined();
  expect(filled({ ...amount, min: 60 }, { amount: "59.90" })).toBeUndefined();
  expect(filled({ ...amount, whole: true }, { amount: "59.90" })).toBeUndefined();
  expect(filled({ ...note, maxLength: 3 }, { note: "👍👍👍" })).toBe("👍👍👍");
  expect(filled({ ...note, maxLength: 3 }, { note: "abcd" })).toBeUndefined();
  for (const hidden of ["a\nb", "a\u202eb", "a\u2066b", "\u0007"]) expect(filled(note, { note: hidden }), hidden).toBeUndefined();
});

test("a choice takes one of its values, in any case when there is only one such", () => {
  expect(filled(reason, { reason: " fraud " })).toBe("Fraud");
  expect(filled(reason, { reason: "other" })).toBeUndefined();
  const alike = { ...reason, choices: ["a", "A"] };
  expect(filled(alike, { reason: "A" })).toBe("A");
  expect(filled({ ...reason, choices: ["ab", "AB"] }, { reason: "Ab" })).toBeUndefined();
});

test("whatever a problem holds, what is filled in can be sent", () => {
  const inputs = inputsOf({ ...amount, min: -5, max: 500, whole: true }, { ...note, maxLength: 7 }, reason);
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.double(),
    fc.boolean(),
    fc.constantFrom("Goodwill", "12 EUR", "-0", "600"),
    fc.integer().map((number) => `${number} EUR`),
  );
  const key = fc.oneof(fc.string(), fc.constantFrom("amount", "AMOUNT", "note", "Note", "reason", "__proto__", "constructor"));
  fc.assert(
    fc.property(fc.dictionary(key, value), fc.constantFrom(...locales), (properties, locale) => {
      for (const [name, text] of fillInputs(inputs, properties, locale)) {
        const input = inputs.find((one) => one.name === name);
        expect(input).toBeDefined();
        if (input) expect(checkInputs([input], { [name]: typedValue(input, text, locale) }).ok, text).toBe(true);
      }
    }),
    { numRuns: runs(1_000) },
  );
});
