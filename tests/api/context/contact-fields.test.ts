import { expect, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { getContact, putContact } from "../helpers";

const smile = "👍";
const at = "@example.com";

const valid: [what: string, body: object, as?: object][] = [
  ["a name of 1 character", { name: "A" }],
  ["a name of 200 characters", { name: "n".repeat(200) }],
  ["a name of 200 emoji", { name: smile.repeat(200) }],
  ["an email of 254 characters", { email: "e".repeat(242) + at }],
  ["an email of 254 characters, emoji among them", { email: smile.repeat(242) + at }],
  ["an email in mixed case", { email: "Ada.O'Kafor+Shop@Example.CO.UK" }],
  ["an email that is not ASCII", { email: "müller@exämple.de" }],
  ["an attribute's name of 64 characters", { attributes: { ["k".repeat(64)]: 1 } }],
  ["an attribute's name of 64 emoji", { attributes: { [smile.repeat(64)]: 1 } }],
  ["a text of 1,000 characters", { attributes: { a: "v".repeat(1000) } }],
  ["a text of 1,000 emoji", { attributes: { a: smile.repeat(1000) } }],
  ["an empty text", { attributes: { a: "" } }],
  ["numbers and booleans", { attributes: { a: 0, b: -1.5, c: true, d: false } }],
  ["an attribute's name with dots, spaces and capitals", { attributes: { "Customer since.year": 2023, "customer since.year": 2024 } }],
  ["no attributes", { attributes: {} }],
];

for (const [what, body] of valid) {
  test(`stores ${what} as sent`, async ({ ada }) => {
    expect(await putContact(ada, "u", body)).toMatchObject({ contact: body });
    expect(await getContact(ada, "u")).toMatchObject({ contact: body });
  });
}

const invalid: [what: string, body: object, message: RegExp][] = [
  ["a name of 201 characters", { name: "n".repeat(201) }, /^name must have at most 200 characters; you sent 201\.$/],
  ["a name of 201 emoji", { name: smile.repeat(201) }, /^name .*you sent 201/],
  ["a number as the name", { name: 7 }, /^name must be a string; you sent a number\.$/],
  ["an object as the name", { name: {} }, /^name must be a string; you sent an object\.$/],
  ["a boolean as the name", { name: false }, /^name must be a string; you sent a boolean\.$/],
  ["an email of 255 characters", { email: "e".repeat(243) + at }, /^email must have at most 254 characters; you sent 255\.$/],
  ["an array as the email", { email: ["ada@example.com"] }, /^email must be a string; you sent an array\.$/],
  ["an email without @", { email: "ada.example.com" }, /^email must look like an address/],
  ["an email with nothing before @", { email: at }, /^email must look like an address/],
  ["an email with nothing behind @", { email: "ada@" }, /^email must look like an address/],
  ["an email with two @", { email: "ada@b@example.com" }, /^email must look like an address/],
  ["an email without a dot behind @", { email: "ada@example" }, /^email must look like an address/],
  ["an email with white space", { email: "ada okafor@example.com" }, /^email must look like an address/],
  ["an email with a line break in it", { email: "ada@exam\nple.com" }, /^email must look like an address/],
  ["an email with a name around it", { email: "Ada <ada@example.com>" }, /^email must look like an address/],
  ["an array as attributes", { attributes: [1] }, /^attributes must be an object.*; you sent an array\.$/],
  ["a text as attributes", { attributes: "plan=pro" }, /^attributes must be an object.*; you sent a string\.$/],
  ["null as attributes", { attributes: null }, /^attributes must be an object.*null.*; you sent null\.$/],
  ["an attribute without a name", { attributes: { "": 1 } }, /^attributes must have names of 1 to 64 characters; you sent one of 0\.$/],
  [
    "an attribute's name of 65 characters",
    { attributes: { ["k".repeat(65)]: 1 } },
    /^attributes must have names of 1 to 64 characters; you sent one of 65\.$/,
  ],
  ["an attribute's name of 65 emoji", { attributes: { [smile.repeat(65)]: 1 } }, /^attributes must have names .*you sent one of 65\.$/],
  [
    "a text of 1,001 characters",
    { attributes: { a: "v".repeat(1001) } },
    /^attributes\.a must have at most 1,000 characters; you sent 1001\.$/,
  ],
  ["a text of 1,001 emoji", { attributes: { a: smile.repeat(1001) } }, /^attributes\.a .*you sent 1001/],
  [
    "an array in an attribute",
    { attributes: { a: [] } },
    /^attributes\.a must be a string, a number, a boolean, or null.*; you sent an array\.$/,
  ],
  ["an object in an attribute", { attributes: { a: {} } }, /^attributes\.a must be .*; you sent an object\.$/],
];

for (const [what, body, message] of invalid) {
  test(`rejects ${what} with the field's name and what to send`, async ({ ada }) => {
    expect(await ada.api("PUT", "/contacts/u", { body })).toMatchObject(errorReply(400, "invalid_request", message));
    expect(await ada.api("GET", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
  });
}

const full = { name: "Ada", email: "ada@example.com", phone: "447911000001", attributes: { plan: "pro" } };

for (const field of ["name", "email", "phone"]) {
  for (const nothing of [null, ""]) {
    test(`clears only ${field} when it is ${JSON.stringify(nothing)}`, async ({ ada }) => {
      await putContact(ada, "u", full);
      const cleared = await putContact(ada, "u", { [field]: nothing });
      expect(cleared.contact).toMatchObject({ ...full, [field]: null });
      expect(await putContact(ada, "u", { [field]: nothing })).toMatchObject({ contact: { ...full, [field]: null } });
    });
  }
}

test("changes only the fields that are sent", async ({ ada }) => {
  await putContact(ada, "u", full);
  await putContact(ada, "u", { name: "Ada Okafor" });
  await putContact(ada, "u", { attributes: { seats: 12 } });
  await putContact(ada, "u", { email: "okafor@example.com" });
  await putContact(ada, "u", {});
  expect((await getContact(ada, "u")).contact).toMatchObject({
    name: "Ada Okafor",
    email: "okafor@example.com",
    phone: full.phone,
    attributes: { plan: "pro", seats: 12 },
  });
});

test("merges attributes key by key and removes one that is null", async ({ ada }) => {
  await putContact(ada, "u", { attributes: { plan: "pro", seats: 12, trial: true, gone: null } });
  expect((await getContact(ada, "u")).contact.attributes).toEqual({ plan: "pro", seats: 12, trial: true });
  await putContact(ada, "u", { attributes: { seats: 13, trial: null, never: null, vip: false } });
  expect((await getContact(ada, "u")).contact.attributes).toEqual({ plan: "pro", seats: 13, vip: false });
  await putContact(ada, "u", { attributes: {} });
  expect((await getContact(ada, "u")).contact.attributes).toEqual({ plan: "pro", seats: 13, vip: false });
});

const many = (from: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, from + index]));

test("stores 100 attributes and rejects a 101st without a change", async ({ ada }) => {
  await putContact(ada, "u", { name: "Ada", attributes: many(0, 100) });
  const reply = await ada.api("PUT", "/contacts/u", { body: { name: "Eve", attributes: { k0: "changed", k100: 100 } } });
  expect(reply).toMatchObject(errorReply(400, "invalid_request", /^attributes must have at most 100 keys after the merge/));
  expect((await getContact(ada, "u")).contact).toMatchObject({ name: "Ada", attributes: many(0, 100) });
});

test("rejects 101 attributes at once", async ({ ada }) => {
  const reply = await ada.api("PUT", "/contacts/u", { body: { attributes: many(0, 101) } });
  expect(reply).toMatchObject(errorReply(400, "invalid_request", /^attributes must have at most 100 keys/));
  expect(await ada.api("GET", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
});

test("counts the 100 attributes after the merge: replacing one or changing all is allowed", async ({ ada }) => {
  await putContact(ada, "u", { attributes: many(0, 100) });
  await putContact(ada, "u", { attributes: { k0: null, k100: 100 } });
  expect((await getContact(ada, "u")).contact.attributes).toEqual(many(1, 100));
  await putContact(ada, "u", { attributes: Object.fromEntries(Object.keys(many(1, 100)).map((key) => [key, "changed"])) });
  expect(Object.keys((await getContact(ada, "u")).contact.attributes)).toHaveLength(100);
  await putContact(ada, "u", {
    attributes: { ...many(200, 50), ...Object.fromEntries(Object.keys(many(1, 50)).map((key) => [key, null])) },
  });
  expect(Object.keys((await getContact(ada, "u")).contact.attributes)).toHaveLength(100);
});

test("applies the limit of 100 attributes when the phone changes with them", async ({ ada }) => {
  await putContact(ada, "u", { attributes: many(0, 100), phone: "447911000001" });
  const body = { attributes: { more: 1 }, phone: "447911000002" };
  expect(await ada.api("PUT", "/contacts/u", { body })).toMatchObject(
    errorReply(400, "invalid_request", /^attributes must have at most 100/),
  );
  expect((await getContact(ada, "u")).contact.phone).toBe("447911000001");
});
