import { expect, test } from "../../support/fixtures";

test("an error of the screens has its sentence as data, too, and one of the public API has code and message alone", async ({ ada }) => {
  const session = await ada.signIn();
  const refused = await session.call("POST", "/replies", { title: "Refund", text: "Done.", shortcut: "a b" });
  expect(refused.body).toEqual({
    error: {
      code: "invalid_request",
      message: "shortcut must be 1 to 32 letters, digits, _ or -, such as refund.",
      refusal: { key: "shortcut", params: {}, field: "shortcut" },
    },
  });
  const missing = await session.call("GET", "/chats/0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10/panel");
  expect(missing.body["error"]).toMatchObject({ code: "not_found", refusal: { key: "noChat" } });
  const phone = await ada.api("PUT", "/contacts/user_1", { body: { phone: "123" } });
  const message = "phone must have 7 to 15 digits with the country code; you sent 3.";
  expect(phone.body).toEqual({ error: { code: "invalid_request", message } });
});
