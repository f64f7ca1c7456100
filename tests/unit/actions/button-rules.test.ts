import { test } from "@playwright/test";
import fc from "fast-check";
import { typedValues } from "@/components/desk/press/typed-values";
import { optionsOf } from "@/components/settings/actions/draft-options";
import { marksOf } from "@/components/settings/actions/marks";
import { draftOf } from "@/components/settings/actions/option-draft";
import { unmetCondition } from "@/lib/actions/buttons/shared/conditions";
import { cooldownOf } from "@/lib/actions/buttons/shared/cooldown";
import { checkInputs } from "@/lib/actions/buttons/shared/inputs";
import { type ButtonInput, ButtonOptions, plainButton, storedOptions, withoutDefaults } from "@/lib/actions/buttons/shared/options";
import { goesWith, sameName } from "@/lib/actions/buttons/shared/problem-events";
import { requiresDialog } from "@/lib/actions/buttons/shared/requires-dialog";
import { callBody } from "@/lib/actions/calls/call-body";
import { type Locale, locales } from "@/lib/kernel/locale";
import { inEnglish } from "@/lib/kernel/refused";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";
import { translations } from "../../support/translations";

const t = translations("settings");

const value = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.boolean(),
);
const attributeName = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.constantFrom("constructor", "toString", "plan", "hasOwnProperty"),
);
const identifier = fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/).filter((name) => !(name in {}));
const line = fc.stringMatching(/^[a-zé👍]{1,12}$/u);

const limits = fc
  .tuple(fc.option(fc.integer({ min: -100, max: 100 })), fc.option(fc.integer({ min: 0, max: 100 })))
  .map(([min, width]) => ({ min, max: width === null ? null : (min ?? 0) + width }));
const input: fc.Arbitrary<ButtonInput> = fc.oneof(
  fc.record({
    type: fc.constant("text" as const),
    name: identifier,
    label: line,
    required: fc.boolean(),
    maxLength: fc.option(fc.integer({ min: 1, max: 50 })),
  }),
  fc
    .tuple(
      limits,
      fc.record({ name: identifier, label: line, required: fc.boolean(), whole: fc.boolean(), unit: fc.constantFrom("", "EUR") }),
    )
    .map(([range, rest]) => ({ type: "number" as const, ...rest, ...range })),
  fc.record({
    type: fc.constant("choice" as const),
    name: identifier,
    label: line,
    required: fc.boolean(),
    choices: fc.uniqueArray(line, { minLength: 1, maxLength: 4 }),
  }),
);
const inputs = fc.uniqueArray(input, { maxLength: 5, selector: ({ name }) => name });
const options: fc.Arbitrary<ButtonOptions> = fc
  .record({
    confirms: fc.boolean(),
    explanation: fc.constantFrom("", "The money is sent at once."),
    danger: fc.boolean(),
    inputs,
    shownWhen: fc.record({
      attribute: fc.option(fc.record({ name: attributeName.filter((name) => name !== ""), equals: value })),
      problem: fc.boolean(),
      contact: fc.boolean(),
    }),
    roles: fc.subarray(["owner", "admin", "agent"] as const, { minLength: 1 }).map((roles) => [...roles]),
    coolDownSeconds: fc.integer({ min: 0, max: 86_400 }),
    onProblemCards: fc.boolean(),
    problemEvents: fc.uniqueArray(line, { maxLength: 3, comparator: sameName }),
  })
  // An explanation is stored only beside a confirmation or inputs, and names only for a button on problems.
  .map((one) => (one.confirms || one.inputs.length > 0 ? one : { ...one, explanation: "" }))
  .map((one) => (one.onProblemCards ? one : { ...one, problemEvents: [] }));

test("a press opens a dialog when it asks for a confirmation or for inputs", () => {
  fc.assert(
    fc.property(options, (one) => {
      expect(requiresDialog(one)).toBe(one.confirms || one.inputs.length > 0);
    }),
  );
});

test("an attribute condition is met exactly when the contact's own attribute has the same value and type", () => {
  fc.assert(
    fc.property(fc.dictionary(attributeName, value), attributeName, value, (attributes, name, equals) => {
      const reason = unmetCondition(
        { attribute: { name, equals }, problem: false, contact: false },
        { contact: { attributes }, hasProblem: false },
      );
      const own = Object.entries(attributes).find(([key]) => key === name);
      expect(reason === undefined).toBe(own !== undefined && typeof own[1] === typeof equals && own[1] === equals);
    }),
  );
  fc.assert(
    fc.property(fc.dictionary(attributeName, value, { minKeys: 1 }), (attributes) => {
      for (const [name, equals] of Object.entries(attributes)) {
        const facts = { contact: { attributes: JSON.parse(JSON.stringify(attributes)) as unknown }, hasProblem: false };
        expect(unmetCondition({ attribute: { name, equals }, problem: false, contact: false }, facts)).toBeUndefined();
        expect(unmetCondition({ attribute: { name, equals }, problem: false, contact: false }, { ...facts, contact: null })).toBeDefined();
      }
    }),
  );
});

test("all given conditions must hold, and absent conditions are ignored", () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (problem, contact, requiresPlan, hasProblem, isKnown) => {
        const attribute = requiresPlan ? { name: "plan", equals: "pro" } : null;
        const facts = { contact: isKnown ? { attributes: { plan: "pro" } } : null, hasProblem };
        const holds = (!problem || hasProblem) && (!contact || isKnown) && (!requiresPlan || isKnown);
        expect(unmetCondition({ attribute, problem, contact }, facts) === undefined).toBe(holds);
      },
    ),
  );
});

test("an attribute condition is not met when the attributes are not an object", () => {
  for (const attributes of [null, undefined, "plan", 5, [], ["pro"]]) {
    const facts = { contact: { attributes }, hasProblem: true };
    expect(unmetCondition({ attribute: { name: "plan", equals: "pro" }, problem: false, contact: false }, facts)).toBeDefined();
  }
});

test("inputs are accepted exactly when every value is allowed and none is unknown", () => {
  const given = fc.oneof(value, fc.constant(null), fc.constant(undefined), fc.array(value, { maxLength: 2 }));
  fc.assert(
    fc.property(inputs, fc.array(given, { minLength: 5, maxLength: 5 }), fc.boolean(), (definitions, values, hasMore) => {
      const sent = Object.fromEntries(definitions.map(({ name }, at) => [name, values[at]]));
      const checked = checkInputs(definitions, hasMore ? { ...sent, notAsked1: 1 } : sent);
      const isValid = definitions.every((one) => isAllowed(one, sent[one.name])) && !hasMore;
      expect(checked.ok, JSON.stringify({ definitions, sent })).toBe(isValid);
      if (!checked.ok) return;
      const { values: accepted } = checked;
      expect(Object.keys(accepted)).toEqual(definitions.map(({ name }) => name).filter((name) => Object.hasOwn(accepted, name)));
      expect(JSON.parse(JSON.stringify(accepted))).toEqual(accepted);
    }),
    { numRuns: runs(500) },
  );
});

/** A second implementation, written from the descriptions in the settings. */
function isAllowed(one: ButtonInput, sent: unknown): boolean {
  if (sent === undefined) return !one.required;
  if (one.type === "choice") return one.choices.some((choice) => choice === sent);
  if (one.type === "text") {
    if (typeof sent !== "string") return false;
    const length = [...sent.trim()].length;
    return length <= (one.maxLength ?? 1000) && (length > 0 || !one.required);
  }
  if (typeof sent !== "number") return false;
  return sent >= (one.min ?? -Infinity) && sent <= (one.max ?? Infinity) && (!one.whole || sent % 1 === 0);
}

test("each invalid input has one problem, in the order of the inputs, and an unknown field comes last", () => {
  const { inputs: definitions } = ButtonOptions.parse({
    inputs: [
      { type: "number", name: "amount", label: "Amount", required: true, min: 1, max: 50, whole: true, unit: "EUR" },
      { type: "text", name: "note", label: "Note", required: true, maxLength: 3 },
      { type: "choice", name: "reason", label: "Reason", choices: ["Fraud", "Other"] },
    ],
  });
  const problemsOf = (sent: unknown) => {
    const checked = checkInputs(definitions, sent);
    return checked.ok
      ? []
      : checked.problems.map(({ name = "all", reason }) => `${name} ${typeof reason === "string" ? reason : inEnglish(reason)}`);
  };
  const valid = { amount: 5, note: " abc ", reason: "Other" };
  expect(checkInputs(definitions, valid)).toEqual({ ok: true, values: { ...valid, note: "abc" } });
  expect(problemsOf({})).toEqual(["amount must be given.", "note must be given."]);
  expect(problemsOf({ amount: 0.5, note: "abcd", reason: "fraud", more: 1 })).toEqual([
    "amount must be a whole number.",
    "note must have at most 3 characters; you sent 4.",
    "reason must be one of Fraud, Other.",
    "all must not have more, which this button does not ask for.",
  ]);
  expect(problemsOf({ ...valid, amount: 0 })).toEqual(["amount must be at least 1 EUR."]);
  expect(problemsOf({ ...valid, amount: 51 })).toEqual(["amount must be at most 50 EUR."]);
  for (const amount of ["5", null, Number.NaN, Number.POSITIVE_INFINITY])
    expect(problemsOf({ ...valid, amount })).toEqual(["amount must be a number such as 12.50."]);
  expect(problemsOf({ ...valid, note: " " })).toEqual(["note must not be empty."]);
  expect(problemsOf({ ...valid, note: [1] })).toEqual(["note must be a string; you sent an array."]);
  expect(problemsOf(JSON.parse('{"amount":5,"note":"a","__proto__":1}'))).toEqual([
    "all must not have __proto__, which this button does not ask for.",
  ]);
  for (const sent of [null, "abc", [1]]) expect(problemsOf(sent)).toHaveLength(1);
});

test("valid values are accepted unchanged", () => {
  fc.assert(
    fc.property(inputs, (definitions) => {
      const validValue = (one: ButtonInput) =>
        one.type === "text" ? "x" : one.type === "choice" ? one.choices[0] : (one.min ?? one.max ?? 0);
      const sent = Object.fromEntries(definitions.map((one) => [one.name, validValue(one)]));
      expect(checkInputs(definitions, sent)).toEqual({ ok: true, values: sent });
    }),
  );
});

test("a typed number is accepted only when it is unambiguous", () => {
  const [number, text]: ButtonInput[] = ButtonOptions.parse({
    inputs: [
      { type: "number", name: "amount", label: "Amount" },
      { type: "text", name: "note", label: "Note" },
    ],
  }).inputs;
  const definitions = [number, text].filter((one) => one !== undefined);
  const typed = (amount: string, locale: Locale = "en") => {
    const form = new FormData();
    form.set("amount", amount);
    const checked = checkInputs(definitions, typedValues(definitions, form, locale));
    return checked.ok ? checked.values : undefined;
  };
  for (const [written, read] of [
    ["12.50", 12.5],
    ["-3", -3],
    [" 007 ", 7],
    ["+1", 1],
    ["12,50", 12.5],
    ["1.000", 1],
    ["1,000.50", 1000.5],
    ["1.000,50", 1000.5],
  ] as const)
    expect(typed(written)).toEqual({ amount: read });
  for (const written of ["1,000", "1,000,000", "1e3", "0x10", "1 000", "12.", ".5", "٣", "NaN", "Infinity", "9".repeat(400)])
    expect(typed(written), written).toBeUndefined();
  // Only the reader’s own sign stands before three decimals.
  for (const locale of ["de", "es", "pt"] as const) {
    expect(typed("19,90", locale)).toEqual({ amount: 19.9 });
    expect(typed("19.90", locale)).toEqual({ amount: 19.9 });
    expect(typed("1,000", locale)).toEqual({ amount: 1 });
    expect(typed("0.125", locale)).toEqual({ amount: 0.125 });
    expect(typed("1.000", locale)).toBeUndefined();
  }
  expect(typed("")).toEqual({});
  // JSON has no -0.
  expect(Object.is(typed("-0")?.["amount"], 0)).toBe(true);
});

test("stored options hold only what differs from a plain button, and parse back to the full options", () => {
  expect(withoutDefaults(plainButton)).toEqual({});
  fc.assert(
    fc.property(options, (one) => {
      const parsed = ButtonOptions.parse(one);
      const stored = JSON.parse(JSON.stringify({ options: withoutDefaults(parsed), problemEvents: parsed.problemEvents })) as {
        options: object;
        problemEvents: unknown;
      };
      expect(storedOptions(stored)).toEqual(one);
      // The previous version refuses a field of the options that it does not know.
      expect(Object.keys(stored.options)).not.toContain("problemEvents");
    }),
  );
});

test("a button goes with problems of the given names in any case, with all problems without names, or with none", () => {
  const named = { onProblemCards: true, problemEvents: ["Payment failed", "Überweisung abgelehnt"] };
  for (const event of ["Payment failed", "payment FAILED", " Payment failed ", "überweisung abgelehnt"])
    expect(goesWith(named, event), event).toBe(true);
  for (const event of ["Payment failed again", "Payment", "", "Card declined"]) expect(goesWith(named, event), event).toBe(false);
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (event, problemEvents) => {
      expect(goesWith({ onProblemCards: true, problemEvents: [] }, event)).toBe(true);
      expect(goesWith({ onProblemCards: false, problemEvents }, event)).toBe(false);
    }),
  );
});

test("a name that is typed and not added yet is saved too, once", () => {
  const draft = { ...draftOf(plainButton, "en"), onProblems: "named" as const, problemEvents: ["Payment failed"] };
  const saved = (problemEvent: string) => ButtonOptions.parse(optionsOf({ ...draft, problemEvent }, "en")).problemEvents;
  expect(saved(" Card declined ")).toEqual(["Payment failed", "Card declined"]);
  expect(saved("payment failed")).toEqual(["Payment failed"]);
  expect(saved(" ")).toEqual(["Payment failed"]);
});

test("the settings form returns the options that it was opened with", () => {
  fc.assert(
    fc.property(options, fc.constantFrom(...locales), (one, locale) => {
      // The form writes numbers as people do: without an exponent.
      const equals = one.shownWhen.attribute?.equals;
      fc.pre(typeof equals !== "number" || !String(equals).includes("e"));
      expect(ButtonOptions.parse(optionsOf(draftOf(one, locale), locale))).toEqual(one);
    }),
  );
});

test("a plain button has no marks, and every option but danger adds one", () => {
  expect(marksOf(t, "en", plainButton)).toEqual([]);
  fc.assert(
    fc.property(options, (one) => {
      expect(marksOf(t, "en", one).length > 0).toBe(JSON.stringify({ ...one, danger: false }) !== JSON.stringify(plainButton));
    }),
  );
});

const press = {
  action: "refund",
  label: "Refund é 👍",
  chatId: "c",
  person: { id: "p", name: "Ada", phone: null, visitorId: "v", email: null },
  contact: null,
  agent: { id: "a", name: "Tom" },
  sentAt: new Date("2026-03-01T10:00:00.007Z"),
};
const plainBody =
  '{"action":"refund","label":"Refund é 👍","conversationId":"c","customer":{"id":"p","name":"Ada","phone":"","visitorId":"v","email":null},' +
  '"contact":null,"agent":{"id":"a","name":"Tom"},"sentAt":"2026-03-01T10:00:00.007Z"}';

test("the body without additions matches the specification byte for byte, and additions are appended", () => {
  expect(callBody(press)).toBe(plainBody);
  expect(callBody({ ...press, inputs: undefined, event: undefined })).toBe(plainBody);
  fc.assert(
    fc.property(fc.dictionary(identifier, fc.oneof(fc.string(), fc.integer())), (values) => {
      expect(callBody({ ...press, inputs: values })).toBe(`${plainBody.slice(0, -1)},"inputs":${JSON.stringify(values)}}`);
    }),
  );
});

test("a cooldown ends exactly its number of seconds after the press", () => {
  const startedAt = new Date(1_000_000);
  const last = { agentName: "Ana", startedAt };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400 }), fc.integer({ min: 0, max: 90_000_000 }), (seconds, passedMs) => {
      const cooldown = cooldownOf(last, seconds, new Date(startedAt.getTime() + passedMs));
      expect(cooldown !== null).toBe(passedMs < seconds * 1000);
      if (cooldown) expect(cooldown.remainingMs + passedMs).toBe(seconds * 1000);
    }),
  );
  expect(cooldownOf(undefined, 60, startedAt)).toBeNull();
});
