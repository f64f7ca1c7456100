import { expect, type Team, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { getContact, phone, putContact, whatsapp } from "../helpers";

/** Names without a visible character. */
const blanks = {
  "white space": " \t\n\u00a0\u2003\u3000",
  "zero-width characters": "\u200b\u200c\u200d\u2060\ufeff",
  "a byte order mark": "\ufeff",
  "bidi controls": "\u200e\u200f\u061c\u202a\u202e\u2066\u2069",
  controls: "\u0001\u001b\u0085",
  fillers: "\u3164\u115f\u2800\u00ad",
};

const displayNameOf = async (team: Team) => {
  const { items } = (await (await team.signIn()).call("GET", "/chats")).body as { items: { displayName: string }[] };
  return items[0]?.displayName;
};

for (const [what, name] of Object.entries(blanks)) {
  test(`ignores a contact's name of nothing but ${what} and lists it as ignored`, async ({ ada }) => {
    const made = await ada.api("PUT", "/contacts/u", { body: { name } });
    expect(made).toMatchObject({ status: 200, body: { contact: { name: null } } });
    expect(made.headers.get("x-ignored-fields")).toBe("name");

    await putContact(ada, "u", { name: "Ada Okafor" });
    expect(await ada.api("PUT", "/contacts/u", { body: { name, email: "ada@example.com" } })).toMatchObject({ status: 200 });
    expect((await getContact(ada, "u")).contact).toMatchObject({ name: "Ada Okafor", email: "ada@example.com" });
  });

  test(`keeps the display name when a sender's name is nothing but ${what}`, async ({ ada }) => {
    await ada.sendMessage({ ...whatsapp, name });
    expect(await displayNameOf(ada)).toBe(`+${phone}`);
    await ada.sendMessage({ ...whatsapp, name: "\u202e Ada\u200b " });
    expect(await displayNameOf(ada)).toBe("Ada");
    await ada.sendMessage({ ...whatsapp, name });
    expect(await displayNameOf(ada)).toBe("Ada");
  });

  test(`rejects a required name of nothing but ${what}`, async ({ ada }) => {
    const owner = await ada.signIn();
    const empty = errorReply(400, "invalid_request", /must not be empty/);
    expect(await owner.call("POST", "/keys", { name })).toMatchObject(empty);
    expect(await owner.call("POST", "/actions/buttons", { label: name, action: "refund" })).toMatchObject(empty);
    expect(await ada.api("POST", "/events", { body: { event: name, userId: "u" } })).toMatchObject(empty);
  });
}

test("clears a name with null and an empty string", async ({ ada }) => {
  for (const name of [null, ""]) {
    await putContact(ada, "u", { name: "Ada" });
    const cleared = await ada.api("PUT", "/contacts/u", { body: { name } });
    expect(cleared).toMatchObject({ status: 200, body: { contact: { name: null } } });
    expect(cleared.headers.has("x-ignored-fields")).toBe(false);
  }
});

test("trims only the ends of a name with visible characters, and a contact's name not at all", async ({ ada }) => {
  const name = "\u2067 Ada \u200d\u202e Okafor \u200b\u2069";
  const owner = await ada.signIn();
  expect(await owner.call("POST", "/keys", { name })).toMatchObject({ body: { key: { name: "Ada \u200d\u202e Okafor" } } });
  await putContact(ada, "u", { name });
  expect((await getContact(ada, "u")).contact.name).toBe(name);
});
