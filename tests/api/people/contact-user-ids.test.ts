import { expect, test } from "../../support/fixtures";
import { errorReply, sendRequest } from "../../support/wire";
import { getContact, putContact, recordEvent } from "../helpers";

const valid: [what: string, userId: string][] = [
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

for (const [what, userId] of valid) {
  test(`identifies one contact by a userId ${what}, in the path and in a body`, async ({ ada }) => {
    expect(await putContact(ada, userId, { name: "Ada" })).toMatchObject({ created: true, contact: { userId } });
    await recordEvent(ada, { userId });
    expect(await getContact(ada, userId)).toMatchObject({ contact: { userId, name: "Ada" }, events: [{ event: "Order placed" }] });
    const removed = await ada.api("DELETE", `/contacts/${encodeURIComponent(userId)}`);
    expect(removed).toMatchObject({ status: 200, body: { deleted: true, userId, eventsDeleted: 1 } });
  });
}

const invalid: [what: string, userId: string][] = [
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

for (const [what, userId] of invalid) {
  // A path of two dots never reaches Next's own routes.
  const tag = userId === ".." ? ["@server"] : [];
  test(`rejects a userId ${what}, in the path and in a body`, { tag }, async ({ ada }) => {
    const headers = { authorization: `Bearer ${ada.key}` };
    for (const method of ["PUT", "GET", "DELETE"]) {
      const response = await sendRequest(ada.url, { method, path: `/api/v1/contacts/${encodeURIComponent(userId)}`, headers });
      expect(response).toMatchObject(errorReply(400, "invalid_user_id", /^userId /));
    }
    const event = { event: "Order placed", userId };
    expect(await ada.api("POST", "/events", { body: event })).toMatchObject(errorReply(400, "invalid_user_id", /^userId /));
  });
}

for (const userId of ["", 42, true, null, [], {}]) {
  test(`rejects ${JSON.stringify(userId)} as the userId of an event`, async ({ ada }) => {
    const event = { event: "Order placed", userId };
    expect(await ada.api("POST", "/events", { body: event })).toMatchObject(errorReply(400, "invalid_user_id", /^userId must /));
  });
}

test("rejects a NUL in a userId, in the path and in a body", { tag: "@server" }, async ({ ada }) => {
  expect(await ada.api("PUT", "/contacts/a%00b", { body: {} })).toMatchObject(errorReply(400, "invalid_user_id"));
  expect(await ada.api("POST", "/events", { body: { event: "Order placed", userId: "a\0b" } })).toMatchObject({ status: 400 });
});

test("treats a userId as case-sensitive and does not normalize it", async ({ ada }) => {
  for (const userId of ["user", "User", "us\u00e9r", "use\u0301r"]) {
    expect(await putContact(ada, userId, { name: userId })).toMatchObject({ created: true });
  }
  expect((await getContact(ada, "user")).contact.name).toBe("user");
  expect((await getContact(ada, "User")).contact.name).toBe("User");
});

test("decodes a percent-encoded letter", async ({ ada }) => {
  await putContact(ada, "user", { name: "Ada" });
  expect(await ada.api("GET", "/contacts/%75ser")).toMatchObject({ body: { contact: { userId: "user" } } });
});
