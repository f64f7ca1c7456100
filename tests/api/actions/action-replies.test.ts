import { type Desk, newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";

const done = { state: "succeeded", message: null, reason: null };
const isUnseen = (text: string) => /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u.test(text);

const silentReplies: { title: string; body: unknown; headers?: Record<string, string> }[] = [
  { title: "nothing", body: "" },
  { title: "white space", body: " \n" },
  { title: "plain text", body: "OK", headers: { "content-type": "text/plain" } },
  { title: "a page", body: "<!doctype html><h1>It works</h1>", headers: { "content-type": "text/html" } },
  { title: "half a JSON text", body: '{"message":"Refu' },
  { title: "bytes that are not UTF-8", body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) },
  { title: "a JSON string", body: '"Refunded"' },
  { title: "a JSON array", body: [{ message: "Refunded" }] },
  { title: "null", body: "null" },
  { title: "an empty object", body: {} },
  { title: "a number as the message", body: { message: 42 } },
  { title: "an object as the message", body: { message: { text: "Refunded" } } },
  { title: "a message of white space and controls", body: { message: " \u0007\u202e \n" } },
  { title: "null as the event", body: { event: null } },
  { title: "fields that are not known", body: { note: "Refunded", userId: "user_1" } },
];

for (const { title, body, headers = {} } of silentReplies) {
  test(`treats a reply of ${title} as a success without a note`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    desk.replyWith({ body, headers });
    expect((await desk.pressAndWait()).outcome).toMatchObject(done);
    expect((await desk.items()).map(({ kind }) => kind)).toEqual(["message", "action"]);
  });
}

for (const status of [200, 201, 203, 204, 299]) {
  test(`treats a status of ${status} as a success`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    desk.replyWith({ status });
    expect((await desk.pressAndWait()).outcome).toMatchObject(done);
  });
}

const notes = [
  { title: "line breaks and tabs stay", message: "Refunded:\r\n\t59.90 EUR\rto the card", note: "Refunded:\n\t59.90 EUR\nto the card" },
  { title: "every script and emoji stays", message: "返金しました 👩‍👩‍👧 تم السداد", note: "返金しました 👩‍👩‍👧 تم السداد" },
  { title: "markup is text", message: "<b>Refunded</b> & **done**", note: "<b>Refunded</b> & **done**" },
  { title: "control characters are dropped", message: "Re\u0000fun\u001b[31mded\u007f\u0085", note: "Refun[31mded" },
  { title: "marks that turn the direction are dropped", message: "paid \u202e09.95\u202c \u2066x\u2069", note: "paid 09.95 x" },
  { title: "white space at the ends is dropped", message: "\n  Refunded \t\n", note: "Refunded" },
  { title: "half a character becomes a visible sign", message: "Refunded \ud83d", note: "Refunded \ufffd" },
];

for (const { title, message, note } of notes) {
  test(`shows the receiver's message as the note: ${title}`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    // Written as raw text, because an unpaired surrogate has no UTF-8 form.
    desk.replyWith({ body: `{"message":${JSON.stringify(message)}}` });
    const { outcome } = await desk.pressAndWait();
    expect(outcome).toMatchObject({ ...done, message: note });
    expect(isUnseen(outcome.message ?? "")).toBe(false);
  });
}

test("allows 4,000 characters in a note, counting an emoji as one, and marks a longer note as cut", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { message: "👍".repeat(4000) } });
  expect((await desk.pressAndWait()).outcome.message).toBe("👍".repeat(4000));
  desk.replyWith({ body: { message: "👍".repeat(4001) } });
  expect((await desk.pressAndWait()).outcome.message).toBe(`${"👍".repeat(3999)}…`);
});

/** The kinds of the items after the customer's message, and the cards among them. */
async function timeline(desk: Desk) {
  const items = await desk.items();
  expect(items.map(({ seq }) => seq)).toEqual(items.map((_, index) => index + 1));
  return { kinds: items.slice(1).map(({ kind }) => kind), cards: items.flatMap((item) => (item.kind === "card" ? [item.card] : [])) };
}

const events = [
  {
    title: "with `name`, as the reference receiver names it",
    event: { name: "Refund issued", properties: { amount: "59.90 EUR", partial: false, items: 2 }, level: "info" },
    card: { event: "Refund issued", level: "info", properties: { amount: "59.90 EUR", partial: false, items: 2 } },
  },
  {
    title: "with `event`, as POST /events names it",
    event: { event: "Refund issued" },
    card: { event: "Refund issued", level: "info", properties: {} },
  },
  { title: "with both names under `event`", event: { event: "Refund issued", name: "Other" }, card: { event: "Refund issued" } },
  { title: "with the level that its name implies", event: { name: "Refund failed" }, card: { event: "Refund failed", level: "problem" } },
  {
    title: "with its own level rather than the implied one",
    event: { name: "Refund failed", level: "info" },
    card: { event: "Refund failed", level: "info" },
  },
  {
    title: "at its own time",
    event: { name: "Seen", occurredAt: "2026-03-01T12:43:00+02:00" },
    card: { occurredAt: "2026-03-01T10:43:00.000Z" },
  },
];

for (const { title, event, card } of events) {
  test(`records a reply's event ${title} and posts its card after the outcome`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    desk.replyWith({ body: { message: "Done.", event } });
    expect((await desk.pressAndWait()).outcome).toMatchObject({ ...done, message: "Done." });
    const { kinds, cards } = await timeline(desk);
    expect(kinds).toEqual(["action", "card"]);
    expect(cards).toMatchObject([card]);
  });
}

// Far ahead, because it is written down when the file is loaded, and a busy machine may run the test minutes later.
const ahead = () => new Date(Date.now() + 86_400_000).toISOString();
const badEvents: { title: string; event: unknown; reason: string }[] = [
  { title: "is a string", event: "Refund issued", reason: "it must be an object" },
  { title: "is an array", event: [{ name: "Refund issued" }], reason: "it must be an object" },
  { title: "has no name", event: { level: "info" }, reason: "event must be a string" },
  { title: "has an empty name", event: { name: " " }, reason: "event must not be empty" },
  {
    title: "has a name of 121 characters",
    event: { name: "x".repeat(121) },
    reason: "event must have at most 120 characters; you sent 121",
  },
  { title: "has a number as its name", event: { name: 7 }, reason: "event must be a string" },
  { title: "has another level", event: { name: "Refund", level: "critical" }, reason: "level must be" },
  { title: "has a nested property", event: { name: "Refund", properties: { a: { b: 1 } } }, reason: "properties.a must be" },
  { title: "has a property of null", event: { name: "Refund", properties: { a: null } }, reason: "properties.a must be" },
  {
    title: "has 21 properties",
    event: { name: "Refund", properties: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`p${index}`, index])) },
    reason: "properties must have at most 20 entries",
  },
  {
    title: "has a date that does not exist",
    event: { name: "Refund", occurredAt: "2026-02-30T10:00:00Z" },
    reason: "occurredAt must be a real date",
  },
  { title: "lies in the future", event: { name: "Refund", occurredAt: ahead() }, reason: "occurredAt must not be in the future" },
  {
    title: "has a NUL in a property",
    event: { name: "Refund", properties: { a: "x\u0000" } },
    reason: "properties.a must be valid Unicode",
  },
];

for (const { title, event, reason } of badEvents) {
  test(`keeps the note and shows the reason when an event ${title}`, async ({ ada, receiver }) => {
    const desk = await newDesk(ada, receiver);
    desk.replyWith({ body: { message: "Refunded.", event } });
    const { outcome } = await desk.pressAndWait();
    expect(outcome).toMatchObject({ state: "succeeded", message: "Refunded." });
    expect(outcome.reason).toMatch(/^The reply's event was not recorded: /);
    expect(outcome.reason).toContain(reason);
    expect((await timeline(desk)).kinds).toEqual(["action"]);
  });
}

test("limits the reason for a rejected event to 500 characters without bidi controls, whatever the receiver sent", async ({
  ada,
  receiver,
}) => {
  const desk = await newDesk(ada, receiver);
  const long = `\u202e${"x".repeat(60_000)}`;
  for (const event of [{ name: "x", level: long }, `{"name":"x","${long}":9007199254740993}`, { name: "x", properties: { [long]: [] } }]) {
    desk.replyWith({ body: typeof event === "string" ? `{"event":${event}}` : { event } });
    const { outcome } = await desk.pressAndWait();
    expect(outcome.reason).toMatch(/^The reply's event was not recorded: /);
    expect(outcome.reason?.length).toBeLessThanOrEqual(500);
    expect(outcome.reason).not.toContain("\u202e");
  }
});

test("rejects instead of rounding a number in an event that JSON cannot carry exactly", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: '{"message":"Refunded.","event":{"name":"Refund","properties":{"id":9007199254740993}}}' });
  const { outcome } = await desk.pressAndWait();
  expect(outcome.message).toBe("Refunded.");
  expect(outcome.reason).toContain("properties.id is a number that JSON cannot carry exactly");
  expect((await timeline(desk)).kinds).toEqual(["action"]);
});
