import { expect, test } from "../support/fixtures";
import { knock, refusal } from "../support/wire";
import { put, read, record } from "./world";

const kept: [what: string, userId: string][] = [
  ["of 1 character", "u"],
  ["of 255 characters", "u".repeat(255)],
  ["of 255 emoji", "👍".repeat(255)],
  ["with a slash", "org/42"],
  ["of a slash alone", "/"],
  ["with a percent sign", "100%25"],
  ["with a space inside", "user 42"],
  ["with ?, #, & and +", "a?b#c&d=e+f"],
  ["of three dots", "..."],
  ["beginning with a dot", ".u"],
  ["in another script", "利用者-ü-é"],
  ["that looks like markup", "<b>'\";--"],
  ["that looks like an address", "ada@example.com"],
  ["with a backslash", "a\\b"],
];

for (const [what, userId] of kept) {
  test(`a userId ${what} names one contact, in the path and in a body`, async ({ ada }) => {
    expect(await put(ada, userId, { name: "Ada" })).toMatchObject({ created: true, contact: { userId } });
    await record(ada, { userId });
    expect(await read(ada, userId)).toMatchObject({ contact: { userId, name: "Ada" }, events: [{ event: "Order placed" }] });
    const removed = await ada.api("DELETE", `/contacts/${encodeURIComponent(userId)}`);
    expect(removed).toMatchObject({ status: 200, body: { deleted: true, userId, eventsDeleted: 1 } });
  });
}

const refused: [what: string, userId: string][] = [
  ["of 256 characters", "u".repeat(256)],
  ["of 256 emoji", "👍".repeat(256)],
  ["of a space", " "],
  ["with a space in front", " u"],
  ["with a space behind", "u "],
  ["with a no-break space behind", "u\u00a0"],
  ["with a line break behind", "u\n"],
  ["with a tab inside", "a\tb"],
  ["with a control character", "a\u0007b"],
  ["with a control character above ASCII", "a\u0085b"],
  ["with a delete character", "a\u007fb"],
  ["of a dot", "."],
  ["of two dots", ".."],
];

for (const [what, userId] of refused) {
  // Next's own routes never see a path of two dots.
  const tag = userId === ".." ? ["@front-door"] : [];
  test(`a userId ${what} is refused, in the path and in a body`, { tag }, async ({ server, ada }) => {
    const headers = { authorization: `Bearer ${ada.key}` };
    for (const method of ["PUT", "GET", "DELETE"]) {
      const answer = await knock(server.url, { method, path: `/api/v1/contacts/${encodeURIComponent(userId)}`, headers });
      expect(answer).toMatchObject(refusal(400, "invalid_user_id", /^userId /));
    }
    const event = { event: "Order placed", userId };
    expect(await ada.api("POST", "/events", { body: event })).toMatchObject(refusal(400, "invalid_user_id", /^userId /));
  });
}

for (const userId of ["", 42, true, null, [], {}]) {
  test(`${JSON.stringify(userId)} as the userId of an event is refused`, async ({ ada }) => {
    const event = { event: "Order placed", userId };
    expect(await ada.api("POST", "/events", { body: event })).toMatchObject(refusal(400, "invalid_user_id", /^userId must /));
  });
}

test("a NUL in a userId is refused, in the path and in a body", { tag: "@front-door" }, async ({ ada }) => {
  expect(await ada.api("PUT", "/contacts/a%00b", { body: {} })).toMatchObject(refusal(400, "invalid_user_id"));
  expect(await ada.api("POST", "/events", { body: { event: "Order placed", userId: "a\0b" } })).toMatchObject({ status: 400 });
});

test("a userId is case-sensitive, and not otherwise made alike", async ({ ada }) => {
  for (const userId of ["user", "User", "us\u00e9r", "use\u0301r"]) {
    expect(await put(ada, userId, { name: userId })).toMatchObject({ created: true });
  }
  expect((await read(ada, "user")).contact.name).toBe("user");
  expect((await read(ada, "User")).contact.name).toBe("User");
});

test("a letter may be percent-encoded", async ({ ada }) => {
  await put(ada, "user", { name: "Ada" });
  expect(await ada.api("GET", "/contacts/%75ser")).toMatchObject({ body: { contact: { userId: "user" } } });
});
