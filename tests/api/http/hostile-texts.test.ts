import fc from "fast-check";
import { expect, test } from "../../support/fixtures";
import { hostileText } from "../../support/json-schema";
import { runs } from "../../support/runs";
import { errorReply } from "../../support/wire";
import { getContact, putContact } from "../helpers";

const storableText = hostileText.filter((text) => !text.includes("\0"));
const fits = (max: number) => (text: string) => [...text].length <= max;
const isBlank = (text: string) => /^[\s\p{Cc}\p{DI}\u2800]*$/u.test(text);

test("returns any text as it was sent or rejects it", async ({ ada }) => {
  const body = fc.record({
    name: storableText.filter(fits(200)).filter((name) => !isBlank(name)),
    attributes: fc.dictionary(
      storableText.filter(fits(64)).filter((key) => key !== "" && key !== "__proto__"),
      storableText.filter(fits(1000)),
      { maxKeys: 4, minKeys: 1, noNullPrototype: true },
    ),
  });
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(body, async ({ name, attributes }) => {
      tried += 1;
      const reply = await ada.api("PUT", `/contacts/u${tried}`, { body: { name, attributes } });
      if (name.startsWith("\ufeff"))
        return expect(reply).toMatchObject(errorReply(400, "invalid_request", /^name must not begin with U\+FEFF/));
      expect(reply.status, reply.text).toBe(200);
      const { contact } = await getContact(ada, `u${tried}`);
      expect(contact).toMatchObject({ name, attributes });
      expect(Object.keys(contact.attributes).sort()).toEqual(Object.keys(attributes).sort());
    }),
    { numRuns: runs(140) },
  );
});

test("keeps or rejects a byte order mark at the start of a text, and drops it from an e-mail address and a userId", async ({ ada }) => {
  const text = "\ufeffAda";
  expect(await ada.api("PUT", "/contacts/u", { body: { name: text } })).toMatchObject(
    errorReply(400, "invalid_request", /^name must not begin/),
  );
  // What cannot be seen is no part of an e-mail address, or of a userId.
  expect(await ada.api("PUT", "/contacts/mail", { body: { email: `${text}@example.com` } })).toMatchObject({
    body: { contact: { email: "Ada@example.com" } },
  });
  expect(await ada.api("PUT", `/contacts/${encodeURIComponent(text)}`, { body: {} })).toMatchObject({
    body: { contact: { userId: "Ada" } },
  });
  await putContact(ada, "u", { name: `A${text}`, attributes: { [text]: text } });
  const body = { event: "Order placed", userId: "u", properties: { [text]: text } };
  expect(await ada.api("POST", "/events", { body })).toMatchObject({ status: 201 });
  expect(await getContact(ada, "u")).toMatchObject({
    contact: { name: `A${text}`, attributes: { [text]: text } },
    events: [{ properties: { [text]: text } }],
  });
});
