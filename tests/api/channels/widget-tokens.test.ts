import { newId } from "@/lib/kernel/ids";
import { dumpOf } from "../../support/dump";
import { expect, newTeam, test } from "../../support/fixtures";
import { startServer } from "../../support/server";
import { newToken, newVisitor, openWebsite } from "../../support/visitor";

test("a token is another visitor in another workspace", async ({ ada, bob }) => {
  await openWebsite(ada);
  await openWebsite(bob);
  const token = newToken();
  const [here, there] = [newVisitor(ada, token), newVisitor(bob, token)];
  await here.say("Here");
  expect(await there.texts()).toEqual([]);
  await there.say("There");
  expect(await here.texts()).toEqual(["Here"]);
});

test("stores no token", { tag: "@embedded" }, async () => {
  const server = await startServer();
  const team = await newTeam(server);
  await openWebsite(team);
  const visitor = newVisitor(team);
  await visitor.say("Hello");
  await server.stop();
  const stored = JSON.stringify([...(await dumpOf(server.dataDir))]);
  expect(stored).toContain("Hello");
  for (const text of [visitor.token, Buffer.from(visitor.token, "base64url").toString("hex")]) expect(stored).not.toContain(text);
});

test("rejects a missing and a malformed token with 401", async ({ ada }) => {
  await openWebsite(ada);
  const visitor = newVisitor(ada);
  for (const [authorization, code] of [
    ["", "missing_key"],
    ["Basic abc", "missing_key"],
    ["Bearer short", "invalid_key"],
    [`Bearer ${visitor.token}a`, "invalid_key"],
    [`Bearer ${visitor.token.slice(0, -1)}!`, "invalid_key"],
  ]) {
    for (const [method, path, body] of [
      ["GET", "/messages"],
      ["POST", "/messages", {}],
      ["GET", "/stream"],
    ] as const) {
      const reply = await visitor.call(method, path, body, { headers: { authorization: authorization ?? "" } });
      expect(reply, `${path} ${authorization}`).toMatchObject({ status: 401, body: { error: { code } } });
      expect(reply.headers.get("www-authenticate")).toBe("Bearer");
    }
  }
});

test("is not there for a workspace that does not exist or has it switched off", async ({ ada, bob }) => {
  await openWebsite(bob, { isOn: false });
  for (const team of [{ ...ada, workspace: "no-such-workspace" }, ada, bob]) {
    const visitor = newVisitor(team);
    for (const [method, path, body] of [
      ["GET", "/config"],
      ["GET", "/messages"],
      ["GET", "/stream"],
      ["POST", "/messages", { id: newId(), text: "Hello" }],
      ["POST", "/identify", { token: "a.b.c" }],
    ] as const) {
      const reply = await visitor.call(method, path, body);
      expect(reply, path).toMatchObject({
        status: 404,
        body: { error: { code: "not_found", message: "There is no chat at this address, or it is switched off." } },
      });
    }
  }
});
