import { test } from "@playwright/test";
import type { z } from "zod";
import { addButton } from "@/lib/actions/buttons/contract";
import { checkInputs } from "@/lib/actions/buttons/shared/inputs";
import { type FieldProblem, fieldProblem } from "@/lib/browser/field-problem";
import { VisitorId } from "@/lib/channels/contract";
import { saveWebsite } from "@/lib/channels/website/contract";
import { saveWhatsApp } from "@/lib/channels/whatsapp/contract";
import { ReplyBody } from "@/lib/chats/replies/contract";
import { ChatwootInput, EmbedInput } from "@/lib/desk/helpdesks/contract";
import type { Refusal, RefusalKey } from "@/lib/kernel/errors";
import { inEnglish } from "@/lib/kernel/refused";
import { DisplayInput } from "@/lib/people/attribute-display/contract";
import { Phone, UserId } from "@/lib/people/shared/identity";
import { changePassword, PersonName } from "@/lib/workspace/accounts/contract";
import { setUp } from "@/lib/workspace/workspaces/contract";
import { expect } from "../../support/expect";
import { translations } from "../../support/translations";

const input = { name: "amount", label: "Amount", required: true };
const number = { ...input, type: "number" as const, min: 1, max: 5, whole: true, unit: "EUR" };
const text = { ...input, type: "text" as const, maxLength: 3 };
const choice = { ...input, type: "choice" as const, choices: ["a", "b"] };
const button = (options: object) => ({ label: "Refund", action: "refund", options });

/** What people may type into the forms, and the schema of the form. */
const typed: [z.ZodType, unknown][] = [
  [setUp.body, { workspace: "", name: "a".repeat(90), email: "nobody", password: "short" }],
  [setUp.body, { workspace: "x", name: "x", email: "", password: "p".repeat(300) }],
  [PersonName, " "],
  [changePassword.body, { current: "x", next: "short" }],
  [ReplyBody, { title: "", text: "", shortcut: "no spaces" }],
  [VisitorId, "a b"],
  ...["", "\u0007", "..", "a".repeat(300)].map((id): [z.ZodType, unknown] => [UserId, id]),
  ...["", "1+1", "abc", "07911 123456", "123"].map((phone): [z.ZodType, unknown] => [Phone, phone]),
  [saveWhatsApp.body, { phoneNumberId: "x", businessAccountId: "x", accessToken: "a b", appSecret: "short" }],
  [ChatwootInput, { origin: "shop/x", accountId: "x", isOn: true, apiToken: "a b" }],
  [ChatwootInput, { origin: "http://shop.example.com", accountId: "1", isOn: true, apiToken: "a".repeat(300) }],
  [EmbedInput, { allowedOrigins: Array(100).fill("https://a.example.com"), isOn: true }],
  [saveWebsite.body.pick({ colour: true, greeting: true }), { colour: "red", greeting: "a".repeat(400) }],
  [DisplayInput, { key: "", isPinned: false, name: "a".repeat(200), group: null, format: { kind: "money", currency: "Coins" } }],
  [addButton.body, { label: "", action: "No", options: {} }],
  [addButton.body, { label: "x", action: "ping", options: { coolDownSeconds: -1, roles: [] } }],
  [addButton.body, button({ coolDownSeconds: 1e6, problemEvents: ["a", "a"] })],
  [addButton.body, button({ inputs: [text, { ...number, name: "9", min: 7 }, { ...choice, choices: [] }, text] })],
  [
    addButton.body,
    button({
      inputs: [
        { ...choice, choices: ["a", "a"] },
        { ...text, maxLength: 0 },
        { ...input, name: "toString", type: "text" },
      ],
    }),
  ],
  [addButton.body, button({ inputs: [{ ...number, min: 1.2, max: 1.4 }] })],
  [addButton.body, button({ inputs: [{ ...choice, choices: Array.from({ length: 60 }, (_, at) => String(at)) }] })],
];

const pressed: [Parameters<typeof checkInputs>[0][number], unknown][] = [
  [text, undefined],
  [text, "abcd"],
  [number, "x"],
  [number, 1.5],
  [number, 0],
  [number, 9],
  [choice, "c"],
];

function problems(): FieldProblem[] {
  const ofForms = typed.flatMap(([schema, value]): FieldProblem[] => schema.safeParse(value).error?.issues ?? []);
  const ofInputs = pressed.flatMap(([one, value]) => {
    const checked = checkInputs([one], value === undefined ? {} : { amount: value });
    if (checked.ok) return [];
    return checked.problems.map(({ reason }) => (typeof reason === "string" ? { message: reason } : refusedProblem(reason)));
  });
  return [...ofForms, ...ofInputs];
}

const refusedProblem = (reason: Refusal) => ({ message: inEnglish(reason), refusal: reason });
const [en, de, es, pt] = (["en", "de", "es", "pt"] as const).map((locale) => translations("refusals", locale));

test("what the schemas say of a field is in the reader’s language, with its numbers, and in English as the API says it", () => {
  const all = problems();
  expect(all.length).toBeGreaterThan(45);
  for (const problem of all) {
    const { message } = problem;
    expect(en && fieldProblem(en, problem)).toBe(message);
    for (const t of [de, es, pt]) expect.soft(t && fieldProblem(t, problem), message).not.toBe(message);
    const numbers = (text: string) => new Set(text.replace(/(?<=\d)[,. ](?=\d{3}\b)/g, "").match(/\d+/g) ?? []);
    expect.soft(numbers((de && fieldProblem(de, problem)) ?? ""), message).toEqual(numbers(message));
  }
});

test("a sentence without a key, or with one of another version, stays as the server says it", () => {
  const message = "must {rhyme} with <b>orange</b>.";
  const key = "rhyme" as RefusalKey;
  for (const t of [en, de, es, pt]) {
    expect(t && fieldProblem(t, { message })).toBe(message);
    expect(t && fieldProblem(t, { message, refusal: { key, params: {} } })).toBe(message);
  }
});
