import { expect, test } from "../support/fixtures";
import { put, record, whatsapp } from "./world";

test("problems are counted in their own workspace", async ({ ada, bob }) => {
  for (const phone of ["447911000001", "447911000002"]) {
    await bob.says({ ...whatsapp, phone });
    await record(bob, { event: "Payment failed", phone });
  }
  await ada.says(whatsapp);
  const newProblems = async (team: typeof ada) => (await (await team.signIn()).call("GET", "/chats")).body["newProblems"];
  expect(await newProblems(bob)).toBe(2);
  expect(await newProblems(ada)).toBe(0);
});

test("a deleted contact is forgotten in the log of their own workspace, and in no other", async ({ ada, bob }) => {
  for (const team of [ada, bob]) {
    await put(team, "user_1");
    await team.api("GET", "/contacts/user_1/typo");
  }
  const paths = async (team: typeof ada) =>
    ((await (await team.signIn()).call("GET", "/requests")).body["requests"] as { path: string }[]).map(({ path }) => path);
  const named = ["/api/v1/contacts/user_1/typo", "/api/v1/contacts/user_1"];
  for (const team of [ada, bob]) await expect.poll(() => paths(team)).toEqual(named);
  await ada.api("DELETE", "/contacts/user_1");
  // Its own line says that it was deleted, and not who. What other instances noted is forgotten within seconds.
  await expect.poll(() => paths(ada), { timeout: 10_000 }).toEqual(["/api/v1/contacts/{userId}", "…", "/api/v1/contacts/{userId}"]);
  expect(await paths(bob)).toEqual(named);
});
