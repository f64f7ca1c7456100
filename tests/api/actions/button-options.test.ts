import { plainButton } from "@/lib/actions/buttons/shared/options";
import { setOptions } from "../../support/buttons";
import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";

const whole = {
  confirms: true,
  explanation: "The money is sent at once.",
  danger: true,
  inputs: [
    { type: "number", name: "amount", label: "Amount", required: true, min: 1, max: 500, whole: false, unit: "EUR" },
    { type: "choice", name: "reason", label: "Reason", required: false, choices: ["Goodwill", "Fraud"] },
    { type: "text", name: "note", label: "Note", required: false, maxLength: 20 },
  ],
  shownWhen: { attribute: { name: "customer since", equals: 2023 }, problem: true, contact: true },
  roles: ["owner", "admin"],
  coolDownSeconds: 60,
  onProblemCards: true,
  problemEvents: ["Payment failed", "Card declined"],
};

test("creates a plain button, stores the options that an admin sets, and makes it plain again", async ({ ada }) => {
  const session = await ada.signIn();
  const made = await session.call("POST", "/actions/buttons", { label: "Refund", action: "refund" });
  expect(made.body["options"]).toEqual(plainButton);
  const path = `/actions/buttons/${made.body["id"]}`;
  expect((await session.call("PATCH", path, { options: whole })).body["options"]).toEqual(whole);
  expect((await session.call("GET", "/actions")).body["buttons"]).toMatchObject([{ options: whole }]);
  expect((await session.call("PATCH", path, { label: "Refund order" })).body["options"]).toEqual(whole);
  expect((await session.call("PATCH", path, { options: {} })).body["options"]).toEqual(plainButton);

  const other = await session.call("POST", "/actions/buttons", { label: "Other", action: "other", options: { confirms: true } });
  expect(other.body["options"]).toEqual({ ...plainButton, confirms: true });
});

test("accepts a number with a maximum below zero and no minimum, and one with a minimum only", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  for (const limits of [
    { min: null, max: -1 },
    { min: 1, max: null },
  ]) {
    await setOptions(desk, { inputs: [{ ...number, ...limits }] });
    const { buttons } = (await desk.session.call("GET", "/actions")).body;
    expect(buttons).toMatchObject([{ options: { inputs: [limits] } }]);
  }
});

test("stores roles without duplicates and in a fixed order", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { roles: ["agent", "owner", "agent"] });
  const { buttons } = (await desk.session.call("GET", "/actions")).body as { buttons: { options: { roles: string[] } }[] };
  expect(buttons[0]?.options.roles).toEqual(["owner", "agent"]);
});

const input = { type: "text", name: "note", label: "Note" };
const number = { type: "number", name: "amount", label: "Amount" };
const choice = { type: "choice", name: "reason", label: "Reason", choices: ["A"] };

const wrong: [string, unknown, RegExp][] = [
  ["an unknown field", { confirm: true }, /^options must not have a field named confirm\.$/],
  ["options that are not an object", [], /^options must be an object; you sent an array\.$/],
  ["a confirmation that is not true or false", { confirms: "yes" }, /^options\.confirms must be true or false; you sent a string\.$/],
  ["an explanation of 301 characters", { explanation: "x".repeat(301) }, /^options\.explanation must have at most 300 characters/],
  ["no role", { roles: [] }, /^options\.roles must name at least one role\.$/],
  ["an unknown role", { roles: ["guest"] }, /^options\.roles\[0\] must be "owner", "admin" or "agent"/],
  ["a negative cool-down", { coolDownSeconds: -1 }, /^options\.coolDownSeconds must be at least 0 seconds\.$/],
  ["a cool-down over a day", { coolDownSeconds: 86_401 }, /^options\.coolDownSeconds must be at most 24 hours/],
  ["a cool-down of half a second", { coolDownSeconds: 0.5 }, /^options\.coolDownSeconds must be a whole number of seconds/],
  ["six inputs", { inputs: Array.from({ length: 6 }, (_, at) => ({ ...input, name: `n${at}` })) }, /^options\.inputs must be at most 5\.$/],
  ["two inputs of one name", { inputs: [input, { ...input, label: "B" }] }, /^options\.inputs\[1\]\.name must be another one/],
  [
    "an input without a kind",
    { inputs: [{ name: "a", label: "A" }] },
    /^options\.inputs\[0\]\.type must be "text", "number" or "choice"\.$/,
  ],
  ["an input that is not an object", { inputs: ["amount"] }, /^options\.inputs\[0\] must be an object; you sent a string\.$/],
  ["an input's field of another kind", { inputs: [{ ...input, min: 1 }] }, /^options\.inputs\[0\] .*min/],
  ["an input without a label", { inputs: [{ ...input, label: " " }] }, /^options\.inputs\[0\]\.label must not be empty\.$/],
  ["a text of at most 0 characters", { inputs: [{ ...input, maxLength: 0 }] }, /^options\.inputs\[0\]\.maxLength must be at least 1\.$/],
  [
    "a text of more than 1,000 characters",
    { inputs: [{ ...input, maxLength: 1001 }] },
    /^options\.inputs\[0\]\.maxLength must be at most 1000\.$/,
  ],
  ["a maximum below the minimum", { inputs: [{ ...number, min: 5, max: 4 }] }, /^options\.inputs\[0\]\.max must be at least 5/],
  [
    "no whole number between the limits",
    { inputs: [{ ...number, whole: true, min: 0.2, max: 0.8 }] },
    /^options\.inputs\[0\]\.max must leave room/,
  ],
  ["no choice", { inputs: [{ ...choice, choices: [] }] }, /^options\.inputs\[0\]\.choices must have at least one value\.$/],
  [
    "a repeated choice",
    { inputs: [{ ...choice, choices: ["A", " A"] }] },
    /^options\.inputs\[0\]\.choices must not have the same value twice/,
  ],
  [
    "an attribute without a value",
    { shownWhen: { attribute: { name: "plan" } } },
    /^options\.shownWhen\.attribute\.equals must be a string/,
  ],
  [
    "an attribute equal to a list",
    { shownWhen: { attribute: { name: "plan", equals: ["pro"] } } },
    /equals must be a string, a number or a boolean/,
  ],
  ["an attribute without a name", { shownWhen: { attribute: { name: "", equals: 1 } } }, /^options\.shownWhen\.attribute\.name/],
  ["names that are not a list", { problemEvents: "Payment failed" }, /^options\.problemEvents must be a list of names of events/],
  ["an empty name", { problemEvents: [" "] }, /^options\.problemEvents\[0\] must not be empty\.$/],
  ["a name of 121 characters", { problemEvents: ["👍".repeat(121)] }, /^options\.problemEvents\[0\] must have at most 120 characters/],
  ["a repeated name", { problemEvents: ["Payment failed", "payment FAILED "] }, /^options\.problemEvents\[1\] must not be there twice\.$/],
  [
    "21 names",
    { problemEvents: Array.from({ length: 21 }, (_, at) => `Payment ${at} failed`) },
    /^options\.problemEvents must have at most 20 names\.$/,
  ],
  ["an unknown condition", { shownWhen: { problems: true } }, /^options\.shownWhen must not have a field named problems\.$/],
];

for (const [title, options, message] of wrong) {
  test(`rejects ${title} and adds no button`, async ({ ada }) => {
    const session = await ada.signIn();
    const reply = await session.call("POST", "/actions/buttons", { label: "Refund", action: "refund", options });
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "invalid_request", message: expect.stringMatching(message) } } });
    expect((await session.call("GET", "/actions")).body["buttons"]).toEqual([]);
  });
}

test("rejects names of inputs that clash with JSON objects or the language", async ({ ada }) => {
  const session = await ada.signIn();
  for (const name of ["", "1st", "a b", "a.b", "é", "__proto__", "constructor", "toString", "hasOwnProperty", "x".repeat(41)]) {
    const reply = await session.call("POST", "/actions/buttons", { label: "R", action: "r", options: { inputs: [{ ...input, name }] } });
    expect(reply, name).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/^options\.inputs\[0\]\.name must/) } },
    });
  }
});

test("shows an agent what they need to press a button, but not its roles and conditions", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { ...whole, shownWhen: {} });
  const { buttons } = (await desk.session.call("GET", `/chats/${desk.chatId}/panel`)).body as { buttons: object[] };
  const { confirms, explanation, danger, inputs, coolDownSeconds, onProblemCards, problemEvents } = whole;
  const shown = { confirms, explanation, danger, inputs, coolDownSeconds, onProblemCards, problemEvents, cooldown: null };
  expect(buttons).toEqual([{ id: desk.buttonId, action: "refund", label: "Refund é 👍", ...shown }]);
});
