import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { typedValues } from "@/components/chat/press/typed-values";
import { optionsOf } from "@/components/settings/actions/draft-options";
import { marksOf } from "@/components/settings/actions/marks";
import { draftOf } from "@/components/settings/actions/option-draft";
import { unmet } from "@/lib/domain/buttons/shared/conditions";
import { coolingOf, passedOf, spanOf } from "@/lib/domain/buttons/shared/cooldown";
import { inputsRule } from "@/lib/domain/buttons/shared/inputs";
import { type ButtonInput, ButtonOptions, lean, plainButton } from "@/lib/domain/buttons/shared/options";
import { bodyOf } from "@/lib/domain/calls/body";
import { translations } from "../support/translations";

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
  })
  // A sentence stands only where something is asked.
  .map((one) => (one.confirms || one.inputs.length > 0 ? one : { ...one, explanation: "" }));

test("an attribute shows a button exactly when it is the contact's own and is the same value of the same kind", () => {
  fc.assert(
    fc.property(fc.dictionary(attributeName, value), attributeName, value, (attributes, name, equals) => {
      const reason = unmet({ attribute: { name, equals }, problem: false, contact: false }, { contact: { attributes }, hasProblem: false });
      const own = Object.entries(attributes).find(([key]) => key === name);
      expect(reason === undefined).toBe(own !== undefined && typeof own[1] === typeof equals && own[1] === equals);
    }),
  );
  fc.assert(
    fc.property(fc.dictionary(attributeName, value, { minKeys: 1 }), (attributes) => {
      for (const [name, equals] of Object.entries(attributes)) {
        const facts = { contact: { attributes: JSON.parse(JSON.stringify(attributes)) as unknown }, hasProblem: false };
        expect(unmet({ attribute: { name, equals }, problem: false, contact: false }, facts)).toBeUndefined();
        expect(unmet({ attribute: { name, equals }, problem: false, contact: false }, { ...facts, contact: null })).toBeDefined();
      }
    }),
  );
});

test("all conditions that are given must hold, and those that are not given ask for nothing", () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (problem, contact, wantsPlan, hasProblem, isKnown) => {
        const attribute = wantsPlan ? { name: "plan", equals: "pro" } : null;
        const facts = { contact: isKnown ? { attributes: { plan: "pro" } } : null, hasProblem };
        const holds = (!problem || hasProblem) && (!contact || isKnown) && (!wantsPlan || isKnown);
        expect(unmet({ attribute, problem, contact }, facts) === undefined).toBe(holds);
      },
    ),
  );
});

test("attributes that are no object hold for nobody", () => {
  for (const attributes of [null, undefined, "plan", 5, [], ["pro"]]) {
    const facts = { contact: { attributes }, hasProblem: true };
    expect(unmet({ attribute: { name: "plan", equals: "pro" }, problem: false, contact: false }, facts)).toBeDefined();
  }
});

test("whatever is sent as inputs is taken only when each value is one that its input allows", () => {
  const given = fc.oneof(value, fc.constant(null), fc.constant(undefined), fc.array(value, { maxLength: 2 }));
  fc.assert(
    fc.property(inputs, fc.array(given, { minLength: 5, maxLength: 5 }), fc.boolean(), (asked, values, hasMore) => {
      const sent = Object.fromEntries(asked.map(({ name }, at) => [name, values[at]]));
      const parsed = inputsRule(asked).safeParse(hasMore ? { ...sent, notAsked1: 1 } : sent);
      const fine = asked.every((one) => isAllowed(one, sent[one.name])) && !hasMore;
      expect(parsed.success, JSON.stringify({ asked, sent })).toBe(fine);
      if (!parsed.success) return;
      expect(Object.keys(parsed.data)).toEqual(asked.map(({ name }) => name).filter((name) => Object.hasOwn(parsed.data, name)));
      expect(JSON.parse(JSON.stringify(parsed.data))).toEqual(parsed.data);
    }),
    { numRuns: 500 },
  );
});

/** Written once more, from the words of the settings. */
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

test("a value that is right is taken as it is", () => {
  fc.assert(
    fc.property(inputs, (asked) => {
      const right = (one: ButtonInput) => (one.type === "text" ? "x" : one.type === "choice" ? one.choices[0] : (one.min ?? one.max ?? 0));
      const sent = Object.fromEntries(asked.map((one) => [one.name, right(one)]));
      expect(inputsRule(asked).parse(sent)).toEqual(sent);
    }),
  );
});

test("what is typed for a number is taken only when it can be read in one way", () => {
  const [number, text]: ButtonInput[] = ButtonOptions.parse({
    inputs: [
      { type: "number", name: "amount", label: "Amount" },
      { type: "text", name: "note", label: "Note" },
    ],
  }).inputs;
  const asked = [number, text].filter((one) => one !== undefined);
  const typed = (amount: string) => {
    const form = new FormData();
    form.set("amount", amount);
    return inputsRule(asked).safeParse(typedValues(asked, form));
  };
  for (const [written, read] of [
    ["12.50", 12.5],
    ["-3", -3],
    [" 007 ", 7],
    ["+1", 1],
  ] as const)
    expect(typed(written).data).toEqual({ amount: read });
  for (const written of ["1,000", "12,50", "1e3", "0x10", "1 000", "12.", ".5", "٣", "NaN", "Infinity", "9".repeat(400)])
    expect(typed(written).success, written).toBe(false);
  expect(typed("").data).toEqual({});
});

test("options are kept only as far as they differ from a plain button, and come back whole", () => {
  expect(lean(plainButton)).toEqual({});
  fc.assert(
    fc.property(options, (one) => {
      const kept: unknown = JSON.parse(JSON.stringify(lean(ButtonOptions.parse(one))));
      expect(ButtonOptions.parse(kept)).toEqual(one);
    }),
  );
});

test("the settings' form gives back the options that it was opened with", () => {
  fc.assert(
    fc.property(options, (one) => {
      // The form writes numbers as people do: without an exponent.
      const equals = one.shownWhen.attribute?.equals;
      fc.pre(typeof equals !== "number" || !String(equals).includes("e"));
      expect(ButtonOptions.parse(optionsOf(draftOf(one)))).toEqual(one);
    }),
  );
});

test("a plain button has no marks, and anything beyond it but the red has one", () => {
  expect(marksOf(t, plainButton)).toEqual([]);
  fc.assert(
    fc.property(options, (one) => {
      expect(marksOf(t, one).length > 0).toBe(JSON.stringify({ ...one, danger: false }) !== JSON.stringify(plainButton));
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

test("the body without additions is the specification's, byte for byte, and additions change nothing before them", () => {
  expect(bodyOf(press)).toBe(plainBody);
  expect(bodyOf({ ...press, inputs: undefined, event: undefined })).toBe(plainBody);
  fc.assert(
    fc.property(fc.dictionary(identifier, fc.oneof(fc.string(), fc.integer())), (values) => {
      expect(bodyOf({ ...press, inputs: values })).toBe(`${plainBody.slice(0, -1)},"inputs":${JSON.stringify(values)}}`);
    }),
  );
});

test("a cool-down lasts from the press for its seconds, and not a moment longer", () => {
  const startedAt = new Date(1_000_000);
  const last = { agentName: "Ana", startedAt };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400 }), fc.integer({ min: 0, max: 90_000_000 }), (seconds, passedMs) => {
      const cooling = coolingOf(last, seconds, new Date(startedAt.getTime() + passedMs));
      expect(cooling !== null).toBe(passedMs < seconds * 1000);
      if (cooling) expect(cooling.remainingMs + passedMs).toBe(seconds * 1000);
    }),
  );
  expect(coolingOf(undefined, 60, startedAt)).toBeNull();
});

test("a time to wait is rounded up and one that has passed down, in few words", () => {
  expect([1, 1000, 1001, 59_000, 59_001, 60_001, 3_600_000, 3_600_001, 86_400_000].map(spanOf)).toEqual([
    "1 s",
    "1 s",
    "2 s",
    "59 s",
    "1 min",
    "2 min",
    "1 h",
    "1 h 1 min",
    "24 h",
  ]);
  expect([0, 1999, 59_999, 60_000, 3_599_999, 3_600_000, 7_260_000].map(passedOf)).toEqual([
    "1 s",
    "1 s",
    "59 s",
    "1 min",
    "59 min",
    "1 h",
    "2 h 1 min",
  ]);
});
