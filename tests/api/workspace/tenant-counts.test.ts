import { expect, test } from "../../support/fixtures";
import { putContact, recordEvent, whatsapp } from "../helpers";

test("counts chats and problems per workspace", async ({ ada, bob }) => {
  for (const phone of ["447911000001", "447911000002"]) {
    await bob.sendMessage({ ...whatsapp, phone });
    await recordEvent(bob, { event: "Payment failed", phone });
  }
  await ada.sendMessage(whatsapp);
  const counts = async (team: typeof ada) => (await (await team.signIn()).call("GET", "/chats")).body["counts"];
  expect(await counts(bob)).toEqual({ mine: 0, unassigned: 2, problems: 2, mentions: 0, unread: 2 });
  expect(await counts(ada)).toEqual({ mine: 0, unassigned: 1, problems: 0, mentions: 0, unread: 1 });
});

test("removes a deleted contact from the log of its workspace and of no other", async ({ ada, bob }) => {
  for (const team of [ada, bob]) {
    await putContact(team, "user_1");
    await team.api("GET", "/contacts/user_1/typo");
  }
  const paths = async (team: typeof ada) =>
    ((await (await team.signIn()).call("GET", "/requests")).body["items"] as { path: string }[]).map(({ path }) => path);
  const named = ["/api/v1/contacts/user_1/typo", "/api/v1/contacts/user_1"];
  for (const team of [ada, bob]) await expect.poll(() => paths(team)).toEqual(named);
  await ada.api("DELETE", "/contacts/user_1");
  // The line of the deletion names no contact. Other instances remove their lines within seconds.
  await expect.poll(() => paths(ada), { timeout: 10_000 }).toEqual(["/api/v1/contacts/{userId}", "…", "/api/v1/contacts/{userId}"]);
  expect(await paths(bob)).toEqual(named);
});
