import { expect, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { putContact, recordEvent } from "../helpers";

const understood: [sent: string, digits: string][] = [
  ["1234567", "1234567"],
  ["123456789012345", "123456789012345"],
  ["+44 7911 123456", "447911123456"],
  ["+44-7911-123456", "447911123456"],
  ["+1 (415) 555.2671", "14155552671"],
  ["1.415.555.2671", "14155552671"],
  ["(49)1701234567", "491701234567"],
  ["  447911123456  ", "447911123456"],
  ["4 4 7 9 1 1 1 2 3 4 5 6", "447911123456"],
  ["44/7911/123456", "447911123456"],
  ["٤٤٧٩١١١٢٣٤٥٦", "447911123456"],
  ["0049 151 12345678", "4915112345678"],
  ["+44 (0)7911 774961", "447911774961"],
  ["\u202a+49 (0) 170\u20111234501\u202c", "491701234501"],
];

for (const [sent, digits] of understood) {
  test(`normalizes the phone “${sent}” to ${digits}`, async ({ ada }) => {
    expect(await putContact(ada, "u", { phone: sent })).toMatchObject({ contact: { phone: digits } });
    await ada.sendMessage({ channel: "whatsapp", phone: digits });
    expect(await recordEvent(ada, { phone: sent })).toMatchObject({ postedToConversations: 1 });
  });
}

const invalid: [what: string, sent: unknown, reason: RegExp][] = [
  ["6 digits", "123456", /7 to 15 digits .*you sent 6\./],
  ["16 digits", "1234567890123456", /7 to 15 digits .*you sent 16\./],
  ["letters", "44 7911 CALLME", /digits only/],
  ["an extension", "+44 7911 123456 ext. 5", /without an extension/],
  ["an extension in brackets", "+49 173 192691 (12)", /without an extension/],
  ["an extension behind a hyphen", "+49 173 192691 - 12", /without an extension/],
  ["a decimal", "49170192691.0", /not be a decimal/],
  ["two leading +", "++447911123456", /one \+/],
  ["a + in the middle", "44+7911123456", /one \+/],
  ["a + at the end", "447911123456+", /one \+/],
  ["a first digit 0", "07911 123456", /not with 0/],
  ["a first digit 0 behind a +", "+07911123456", /not with 0/],
  ["a + alone", "+", /7 to 15 digits/],
  ["marks alone", "(-)", /7 to 15 digits/],
  ["a number", 447911123456, /must be a string.*; you sent a number\./],
  ["a boolean", true, /must be a string.*; you sent a boolean\./],
  ["an array", ["447911123456"], /must be a string.*; you sent an array\./],
];

for (const [what, sent, reason] of invalid) {
  test(`rejects a phone with ${what} with the reason, in a contact and in an event`, async ({ ada }) => {
    const message = new RegExp(`^phone .*${reason.source}`);
    expect(await ada.api("PUT", "/contacts/u", { body: { phone: sent } })).toMatchObject(errorReply(400, "invalid_request", message));
    const event = { event: "Order placed", userId: "u", phone: sent };
    expect(await ada.api("POST", "/events", { body: event })).toMatchObject(errorReply(400, "invalid_request", message));
    expect(await ada.api("GET", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
  });
}

for (const nothing of [null, ""]) {
  test(`rejects ${JSON.stringify(nothing)} as the phone of an event, which cannot clear a phone`, async ({ ada }) => {
    const event = { event: "Order placed", userId: "u", phone: nothing };
    expect(await ada.api("POST", "/events", { body: event })).toMatchObject(errorReply(400, "invalid_request", /^phone must /));
  });
}
