import { z } from "zod";
import { PropertyKey, PropertyValue } from "@/lib/kernel/attributes";
import { allRoles, mustBe, Role, Text } from "@/lib/kernel/contract";
import { refusal } from "@/lib/kernel/errors";
import { issueOf, refused, refusedBy } from "@/lib/kernel/refused";
import { trimmed } from "@/lib/kernel/visible";
import { maxCharacters, maxCooldownSeconds, maxInputs, maxProblemEvents } from "./limits";
import { sameName } from "./problem-events";

// No transforms: the same schema parses requests and stored options.
const Line = (min: number, max: number) =>
  z
    .string({ error: mustBe("a string") })
    .overwrite(trimmed)
    .pipe(Text(min, max));
const Flag = z.boolean({ error: mustBe("true or false") }).default(false);
const Limit = z
  .number({ error: mustBe("a number, or null for none") })
  .nullable()
  .default(null);

/** Unknown fields are rejected: the admin would rely on them, for example on a confirmation that never comes. */
const objectError = (issue: { code?: string; keys?: readonly string[]; input?: unknown }) =>
  issue.code === "unrecognized_keys" ? `must not have a field named ${issue.keys?.[0]}.` : mustBe("an object")(issue);

const Name = z
  .string({ error: mustBe("a string") })
  .regex(/^[a-zA-Z][a-zA-Z0-9_]{0,39}$/, refused("inputName"))
  // Names that every object inherits.
  .refine(
    (name) => !(name in {}),
    refusedBy((name) => refusal("notThis", { name: String(name) })),
  );
const common = { name: Name, label: Line(1, 60), required: Flag };

const TextInput = z.strictObject({
  ...common,
  type: z.literal("text"),
  maxLength: z
    .int({ error: mustBe("a whole number, or null for none") })
    .min(1, refused("atLeast", { limit: 1 }))
    .max(maxCharacters, refused("atMost", { limit: maxCharacters }))
    .nullable()
    .default(null),
});

const NumberInput = z
  .strictObject({ ...common, type: z.literal("number"), min: Limit, max: Limit, whole: Flag, unit: Line(0, 20).default("") })
  .superRefine(({ min, max, whole }, context) => {
    if (min === null || max === null) return;
    const isEmpty = whole ? Math.ceil(min) > Math.floor(max) : min > max;
    if (isEmpty) {
      const reason = min > max ? refusal("notBelow", { limit: min }) : refusal("roomForWhole");
      context.addIssue({ ...issueOf(reason, max), path: ["max"] });
    }
  });

const ChoiceInput = z.strictObject({
  ...common,
  type: z.literal("choice"),
  choices: z
    .array(Line(1, 100), { error: mustBe("a list of values") })
    .min(1, refused("oneValue"))
    .max(50, refused("maxValues", { max: 50 }))
    .refine((choices) => new Set(choices).size === choices.length, refused("sameValue")),
});

export const ButtonInput = z.discriminatedUnion("type", [TextInput, NumberInput, ChoiceInput], {
  error: (issue) => (issue.code === "invalid_union" ? 'must be "text", "number" or "choice".' : mustBe("an object")(issue)),
});
export type ButtonInput = z.output<typeof ButtonInput>;

const Inputs = z
  .array(ButtonInput, { error: mustBe("a list of inputs") })
  .max(maxInputs, refused("atMost", { limit: maxInputs }))
  .superRefine((inputs, context) => {
    inputs.forEach(({ name }, at) => {
      if (inputs.findIndex((other) => other.name === name) === at) return;
      context.addIssue({ ...issueOf(refusal("otherName"), name), path: [at, "name"] });
    });
  });

/** Names of events: as many code points as an event's own name may have. */
const ProblemEvents = z
  .array(Line(1, 120), { error: mustBe("a list of names of events") })
  .max(maxProblemEvents, refused("maxNames", { max: maxProblemEvents }))
  .superRefine((names, context) => {
    names.forEach((name, at) => {
      if (names.findIndex((other) => sameName(other, name)) === at) return;
      context.addIssue({ ...issueOf(refusal("twice"), name), path: [at] });
    });
  });

const ShownWhen = z.strictObject(
  {
    /** The contact has an attribute with exactly this value: the text "5" is not the number 5. */
    attribute: z
      .strictObject({ name: PropertyKey.refine((name) => name !== "", refused("empty")), equals: PropertyValue }, { error: objectError })
      .nullable()
      .default(null),
    /** The person has an open problem. */
    problem: Flag,
    /** The person is linked to a contact that the API sent. */
    contact: Flag,
  },
  { error: objectError },
);

/** What an admin configures besides label and identifier. `{}` is a plain button: a press sends at once. */
export const ButtonOptions = z.strictObject(
  {
    confirms: Flag,
    /** The admin's text in the confirmation. */
    explanation: Line(0, 300).default(""),
    danger: Flag,
    inputs: Inputs.default([]),
    shownWhen: ShownWhen.prefault({}),
    roles: z
      .array(Role, { error: mustBe("a list of roles") })
      .min(1, refused("oneRole"))
      .overwrite((chosen) => allRoles.filter((role) => chosen.includes(role)))
      .default([...allRoles]),
    coolDownSeconds: z
      .int({ error: mustBe("a whole number of seconds") })
      .min(0, refused("atLeastSeconds"))
      .max(maxCooldownSeconds, refused("atMostDay"))
      .default(0),
    /** On the cards of problems: of all, or of those that `problemEvents` names. */
    onProblemCards: Flag,
    problemEvents: ProblemEvents.default([]),
  },
  { error: objectError },
);
export type ButtonOptions = z.output<typeof ButtonOptions>;

export const plainButton: ButtonOptions = ButtonOptions.parse({});

/** The options of a stored button. */
export const storedOptions = ({ options, problemEvents }: { options: unknown; problemEvents: unknown }): ButtonOptions =>
  ButtonOptions.parse({ ...(options as object), problemEvents });

/** The options that differ from a plain button: only these need to be stored. The names of problems have a column of their own. */
export function withoutDefaults({ problemEvents: _, ...options }: ButtonOptions): Partial<ButtonOptions> {
  const plain = new Map<string, unknown>(Object.entries(plainButton));
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(plain.get(key))));
}
