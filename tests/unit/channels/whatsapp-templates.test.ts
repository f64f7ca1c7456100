import { test } from "@playwright/test";
import fc from "fast-check";
import { fill, type MetaTemplate, templateOf, templateToSend } from "@/lib/channels/whatsapp/template-parts";
import { expect } from "../../support/expect";

const template = (components: MetaTemplate["components"], more: Partial<MetaTemplate> = {}): MetaTemplate => ({
  name: "reopen",
  language: "en",
  status: "APPROVED",
  category: "UTILITY",
  components,
  ...more,
});

test("a template without variables is sent without components", () => {
  const plain = template([
    { type: "BODY", text: "Hello" },
    { type: "FOOTER", text: "Acme" },
  ]);
  expect(templateOf(plain)).toMatchObject({ variables: [], preview: "Hello\n\nAcme", problem: null });
  expect(templateToSend(plain, {})).toEqual({ name: "reopen", language: "en", components: [] });
});

test("a variable that appears twice is filled in once", () => {
  const twice = template([{ type: "BODY", text: "{{1}}, again {{1}} and {{2}}" }]);
  expect(templateOf(twice).variables.map(({ key }) => key)).toEqual(["body.1", "body.2"]);
  expect(fill(templateOf(twice), { "body.1": "Ada", "body.2": "Bob" })).toBe("Ada, again Ada and Bob");
  expect(templateToSend(twice, { "body.1": "Ada", "body.2": "Bob" }).components).toEqual([
    {
      type: "body",
      parameters: [
        { type: "text", text: "Ada" },
        { type: "text", text: "Bob" },
      ],
    },
  ]);
});

test("a coupon code of a button is a value of its own", () => {
  const coupon = template([
    { type: "BODY", text: "For you" },
    { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy" }] },
  ]);
  expect(templateOf(coupon).variables.map(({ key }) => key)).toEqual(["button.0"]);
  expect(templateToSend(coupon, { "button.0": "SAVE10" }).components).toEqual([
    { type: "button", sub_type: "copy_code", index: "0", parameters: [{ type: "coupon_code", coupon_code: "SAVE10" }] },
  ]);
});

test("templates that need more than texts say why they cannot be sent", () => {
  for (const components of [
    [{ type: "HEADER", format: "IMAGE" }],
    [{ type: "CAROUSEL" }],
    [{ type: "BUTTONS", buttons: [{ type: "OTP", text: "Copy code" }] }],
  ]) {
    expect(templateOf(template(components)).problem, JSON.stringify(components)).toMatch(/^It.*\.$/);
  }
  expect(templateOf(template([], { category: "AUTHENTICATION" })).problem).toMatch(/password/);
});

test("a filled template never reads a value as another variable", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (first, second) => {
      const shown = { preview: "{{body.1}}|{{body.2}}" };
      expect(fill(shown, { "body.1": `{{body.2}}${first}`, "body.2": second })).toBe(`{{body.2}}${first}|${second}`);
    }),
  );
});
