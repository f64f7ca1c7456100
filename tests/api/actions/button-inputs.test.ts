import { newId } from "@/lib/kernel/ids";
import { pressAndWait, pressWith, setOptions } from "../../support/buttons";
import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";

const inputs = [
  { type: "number", name: "amount", label: "Amount", required: true, min: 1, max: 500, unit: "EUR" },
  { type: "number", name: "count", label: "Count", whole: true },
  { type: "choice", name: "reason", label: "Reason", choices: ["Goodwill", "Fraud"] },
  { type: "text", name: "note", label: "Note", maxLength: 5 },
  { type: "text", name: "valueOfIt", label: "Value" },
];

test("sends no extra fields for a plain button, whatever its other options are", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await pressAndWait(desk);
  await setOptions(desk, {
    confirms: true,
    danger: true,
    explanation: "Sure?",
    coolDownSeconds: 0,
    onProblemCards: true,
    roles: ["owner"],
  });
  await pressAndWait(desk, { inputs: {} });
  const [plain, more] = desk.calls().map(({ raw, body }) => raw.toString("utf8").replace(String(body["sentAt"]), "<time>"));
  expect(plain).toMatch(/"agent":\{"id":"[^"]+","name":"Olga Owner"\},"sentAt":"<time>"\}$/);
  expect(more).toBe(plain);
});

test("sends the inputs after the specification's fields, in the button's order", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await pressAndWait(desk);
  await setOptions(desk, { inputs });
  await pressAndWait(desk, { inputs: { note: " é👍 ", reason: "Fraud", count: -3, amount: 59.9 } });
  const [plain, filled] = desk.calls().map(({ raw, body }) => raw.toString("utf8").replace(String(body["sentAt"]), "<time>"));
  expect(filled).toBe(`${plain?.slice(0, -1)},"inputs":{"amount":59.9,"count":-3,"reason":"Fraud","note":"é👍"}}`);
});

test("omits optional inputs that are empty, and sends inputs even when all are omitted", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { inputs: inputs.slice(1) });
  await pressAndWait(desk, { inputs: { note: "  " } });
  await pressAndWait(desk);
  expect(desk.calls().map(({ body }) => body["inputs"])).toEqual([{}, {}]);
});

const wrong: [string, unknown, string][] = [
  ["no inputs where one is required", undefined, "inputs.amount must be given."],
  ["inputs without the required one", { note: "x" }, "inputs.amount must be given."],
  ["a text for a number", { amount: "20" }, "inputs.amount must be a number such as 12.50."],
  ["null for a number", { amount: null }, "inputs.amount must be a number such as 12.50."],
  ["a number below the minimum", { amount: 0.99 }, "inputs.amount must be at least 1 EUR."],
  ["a number above the maximum", { amount: 500.01 }, "inputs.amount must be at most 500 EUR."],
  ["a fraction for a whole number", { amount: 1, count: 1.5 }, "inputs.count must be a whole number."],
  ["an unknown choice", { amount: 1, reason: "goodwill" }, "inputs.reason must be one of Goodwill, Fraud."],
  ["a choice that objects inherit", { amount: 1, reason: "toString" }, "inputs.reason must be one of Goodwill, Fraud."],
  ["a text that is too long", { amount: 1, note: "👍👍👍👍👍👍" }, "inputs.note must have at most 5 characters; you sent 6."],
  ["a list for a text", { amount: 1, note: ["x"] }, "inputs.note must be a string; you sent an array."],
  ["an unknown input", { amount: 1, iban: "DE00" }, "inputs must not have iban, which this button does not ask for."],
  ["a list as the inputs", [1], "inputs must be an object; you sent an array."],
  ["a text as the inputs", "amount", "inputs must be an object; you sent a string."],
];

for (const [title, given, message] of wrong) {
  test(`rejects ${title}, says what to change, and sends nothing`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    await setOptions(desk, { inputs });
    expect(await pressWith(desk, { inputs: given })).toMatchObject({ status: 400, body: { error: { code: "invalid_request", message } } });
    expect((await desk.items()).map(({ kind }) => kind)).toEqual(["message"]);
    expect(desk.calls()).toEqual([]);
    await pressAndWait(desk, { inputs: { amount: 1 } });
  });
}

test("rejects inputs for a plain button", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const reply = await pressWith(desk, { inputs: { amount: 1 } });
  expect(reply).toMatchObject({
    status: 400,
    body: { error: { message: "inputs must not have amount, which this button does not ask for." } },
  });
  expect(desk.calls()).toEqual([]);
});

test("rejects the same press id with other values", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { inputs });
  const id = newId();
  const press = (values: object) => pressWith(desk, { id, inputs: values });
  expect((await press({ amount: 10, note: "é " })).status).toBe(202);
  await desk.outcome(id);
  expect(await press({ amount: 20, note: "é" })).toMatchObject({ status: 409, body: { error: { message: /already, with other values/ } } });
  expect(await press({ amount: 10 })).toMatchObject({ status: 409 });
  expect(await pressWith(desk, { id })).toMatchObject({ status: 409 });
  // Untrimmed or trimmed: the same values.
  for (const note of ["é ", "é"])
    expect(await press({ note, reason: "", amount: 10 })).toMatchObject({ status: 202, body: { callId: id } });
  expect(desk.calls()).toHaveLength(1);
});

test("a press with -0 that is repeated is the same press, and sends 0 once", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { inputs: [{ type: "number", name: "amount", label: "Amount" }] });
  const id = newId();
  // JSON.stringify would write 0.
  const body = (amount: string) => Buffer.from(`{"id":"${id}","buttonId":"${desk.buttonId}","inputs":{"amount":${amount}}}`);
  const press = (amount: string) => desk.session.call("POST", `/chats/${desk.chatId}/actions`, body(amount));
  expect((await press("-0")).status).toBe(202);
  await desk.outcome(id);
  for (const amount of ["-0", "0", "-0.0"]) expect(await press(amount), amount).toMatchObject({ status: 202, body: { callId: id } });
  expect((await press("1")).status).toBe(409);
  expect(desk.calls().map(({ body: sent }) => sent["inputs"])).toEqual([{ amount: 0 }]);
});
