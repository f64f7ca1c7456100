import { expect, type Team, test } from "../support/fixtures";
import { refusal } from "../support/wire";
import { phone, put, read, whatsapp } from "./world";

/** Nothing of these can be seen. */
const blanks = {
  "white space": " \t\n\u00a0\u2003\u3000",
  "zero-width characters": "\u200b\u200c\u200d\u2060\ufeff",
  "bidi controls": "\u200e\u200f\u061c\u202a\u202e\u2066\u2069",
  controls: "\u0001\u001b\u0085",
  fillers: "\u3164\u115f\u2800\u00ad",
};

const whoOf = async (team: Team) => {
  const { chats } = (await (await team.signIn()).call("GET", "/chats")).body as { chats: { who: string }[] };
  return chats[0]?.who;
};

for (const [what, name] of Object.entries(blanks)) {
  test(`a contact's name of nothing but ${what} counts as not sent, and is named as ignored`, async ({ ada }) => {
    const made = await ada.api("PUT", "/contacts/u", { body: { name } });
    expect(made).toMatchObject({ status: 200, body: { contact: { name: null } } });
    expect(made.headers.get("x-ignored-fields")).toBe("name");

    await put(ada, "u", { name: "Ada Okafor" });
    expect(await ada.api("PUT", "/contacts/u", { body: { name, email: "ada@example.com" } })).toMatchObject({ status: 200 });
    expect((await read(ada, "u")).contact).toMatchObject({ name: "Ada Okafor", email: "ada@example.com" });
  });

  test(`a sender's name of nothing but ${what} changes nothing of what they are called`, async ({ ada }) => {
    await ada.says({ ...whatsapp, name });
    expect(await whoOf(ada)).toBe(`+${phone}`);
    await ada.says({ ...whatsapp, name: "\u202e Ada\u200b " });
    expect(await whoOf(ada)).toBe("Ada");
    await ada.says({ ...whatsapp, name });
    expect(await whoOf(ada)).toBe("Ada");
  });

  test(`what must have a name has none of nothing but ${what}`, async ({ ada }) => {
    const owner = await ada.signIn();
    const empty = refusal(400, "invalid_request", /must not be empty/);
    expect(await owner.call("POST", "/keys", { name })).toMatchObject(empty);
    expect(await owner.call("POST", "/actions/buttons", { label: name, action: "refund" })).toMatchObject(empty);
    expect(await ada.api("POST", "/events", { body: { event: name, userId: "u" } })).toMatchObject(empty);
  });
}

test("null and an empty string still clear the name", async ({ ada }) => {
  for (const name of [null, ""]) {
    await put(ada, "u", { name: "Ada" });
    const cleared = await ada.api("PUT", "/contacts/u", { body: { name } });
    expect(cleared).toMatchObject({ status: 200, body: { contact: { name: null } } });
    expect(cleared.headers.has("x-ignored-fields")).toBe(false);
  }
});

test("a name with something to see in it is cut at its ends only, and a contact's not at all", async ({ ada }) => {
  const name = "\u2067 Ada \u200d\u202e Okafor \u200b\u2069";
  const owner = await ada.signIn();
  expect(await owner.call("POST", "/keys", { name })).toMatchObject({ body: { key: { name: "Ada \u200d\u202e Okafor" } } });
  await put(ada, "u", { name });
  expect((await read(ada, "u")).contact.name).toBe(name);
});
