import { test } from "@playwright/test";
import fc from "fast-check";
import { replyValues } from "@/components/desk/composer/reply-values";
import { fill, unfilled, type Values, variableNames } from "@/lib/chats/replies/shared/variables";
import { expect } from "../../support/expect";

const ada: Values = {
  name: "Ada Okafor",
  firstName: "Ada",
  email: "ada@example.com",
  attributes: { plan: "pro", seats: 12, trial: false, "favourite colour": "red", empty: "" },
  agentName: "Tom Ray",
};

test("fills in what is known of the person and the agent", () => {
  const text = "Dear {{contact.name}} ({{ contact.email }}), {{contact.firstName}}: {{contact.attributes.plan}}. Yours, {{agent.name}}";
  expect(fill(text, ada)).toBe("Dear Ada Okafor (ada@example.com), Ada: pro. Yours, Tom Ray");
  expect(fill("{{contact.attributes.seats}} {{contact.attributes.trial}} {{contact.attributes.favourite colour}}", ada)).toBe(
    "12 false red",
  );
  expect(fill("No variable, {one} brace, {{ and }} alone", ada)).toBe("No variable, {one} brace, {{ and }} alone");
});

test("a fallback stands for what is unknown or empty, and not for what is known", () => {
  expect(fill("Hi {{contact.name|there}}!", {})).toBe("Hi there!");
  expect(fill("Hi {{contact.name| there }}!", { name: "  " })).toBe("Hi there!");
  expect(fill("Hi {{contact.name|there}}!", ada)).toBe("Hi Ada Okafor!");
  expect(fill("{{contact.attributes.empty|a plan}} {{contact.attributes.none|none}} {{contact.phone|no phone}}", ada)).toBe(
    "a plan none no phone",
  );
});

test("what is unknown or empty, and has no fallback, stays and is named", () => {
  const text = fill("{{contact.email}} {{contact.attributes.none}} {{contact.shoe}} {{contact.email}} {{contact.name|}}", {});
  expect(text).toBe("{{contact.email}} {{contact.attributes.none}} {{contact.shoe}} {{contact.email}} {{contact.name|}}");
  expect(unfilled(text)).toEqual({
    empty: ["{{contact.email}}", "{{contact.attributes.none}}", "{{contact.name|}}"],
    unknown: ["{{contact.shoe}}"],
  });
  for (const name of ["constructor", "toString", "__proto__"]) expect(fill(`{{contact.attributes.${name}}}`, ada)).toContain("{{");
  expect(unfilled("{{contact.attributes.}} {{}}").unknown).toEqual(["{{contact.attributes.}}", "{{}}"]);
  expect(unfilled("Hello {name}")).toEqual({ empty: [], unknown: [] });
});

const value = fc.oneof(
  fc.string(),
  fc.constantFrom("{{agent.name}}", "{{contact.email|x}}", "}}", "{{", "{{contact.", "name}}", "$&", "$1", "|there}}", "{{contact.name}}"),
);
const values = fc.record({ name: value, firstName: value, email: value, agentName: value, attributes: fc.record({ plan: value }) });
const known: Record<string, (of: Values) => unknown> = {
  "contact.name": ({ name }) => name,
  "contact.firstName": ({ firstName }) => firstName,
  "contact.email": ({ email }) => email,
  "agent.name": ({ agentName }) => agentName,
  "contact.attributes.plan": ({ attributes }) => attributes?.["plan"],
};
const piece = fc.oneof(
  fc.string().filter((text) => !/[{}]/.test(text)),
  fc.constantFrom(...Object.keys(known)).map((name) => ({ name })),
);

test("a value is text wherever it stands: nothing in it is ever read as a variable", () => {
  expect(Object.keys(known)).toEqual([...variableNames, "contact.attributes.plan"]);
  fc.assert(
    fc.property(fc.array(piece), values, (pieces, given) => {
      const text = pieces.map((one) => (typeof one === "string" ? one : `{{${one.name}}}`)).join("");
      const expected = pieces.map((one) => {
        if (typeof one === "string") return one;
        return String(known[one.name]?.(given) ?? "").trim() || `{{${one.name}}}`;
      });
      expect(fill(text, given)).toBe(expected.join(""));
    }),
  );
});

test("the person's name is that of their contact, or their own; neither a phone nor a visitor's number is one", () => {
  const person = { name: null, email: "typed@example.com", phone: "447911000001" };
  type Panel = Parameters<typeof replyValues>[0];
  expect(replyValues({ contact: null, person } as unknown as Panel, "Tom")).toEqual({
    name: null,
    firstName: null,
    email: "typed@example.com",
    attributes: {},
    agentName: "Tom",
  });
  const contact = { name: "Ada Okafor", email: "ada@example.com", attributes: { plan: "pro" } };
  expect(replyValues({ contact, person: { ...person, name: "Adi" } } as unknown as Panel, "Tom")).toMatchObject({
    name: "Ada Okafor",
    firstName: "Ada",
    email: "ada@example.com",
    attributes: { plan: "pro" },
  });
});
