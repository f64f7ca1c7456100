import { newDesk } from "../../support/desk";
import { attemptSignIn, expect, newTeam, send, test } from "../../support/fixtures";
import { accept, invited } from "../../support/members";
import { type Running, startServer } from "../../support/server";

type Line = Record<string, unknown>;

const linesOf = (server: Running): Line[] =>
  server
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line)
    // This line is written at every level.
    .filter(({ msg }) => !String(msg).startsWith("Beside is ready"));

/** Fields of lines that are not about a call. */
const otherFields = ["level", "time", "pid", "hostname", "msg", "accountId", "what", "wrong", "blocked"];
const callFields = ["level", "time", "method", "route", "status", "code", "tookMs", "requestId", "workspaceId"];

test("logs each call as one line without secrets or personal data", { tag: "@embedded" }, async ({ receiver }) => {
  const server = await startServer({
    env: { DEMO: "1", TRUSTED_PROXIES: "1", ACTIONS_ALLOW_ORIGINS: receiver.origin, LOG_LEVEL: "info" },
  });
  const team = await newTeam(server);
  const person = { name: "Xenia Xylophone", email: "xenia@example.com", phone: "447911987654", attributes: { note: "attribute-word" } };
  const put = await team.api("PUT", "/contacts/user_xylophone", { body: person });
  await team.api("GET", "/contacts/user_xylophone");
  await team.api("GET", "/contact/user_xylophone");
  await team.api("GET", "/contacts/user_xylophone", { headers: { "x-request-id": team.key } });
  await team.api("POST", "/events", {
    body: { event: "Payment failed zebra", userId: "user_xylophone", properties: { note: "property-word" } },
  });
  await team.api("POST", "/events", { raw: '{"userId":"user_xylophone"' });
  await send(`${server.url}/api/v1/contacts/user_xylophone`, { headers: { authorization: `Bearer ${team.key}x` } });
  const desk = await newDesk(team, receiver, { channel: "whatsapp", phone: person.phone, name: person.name });
  await desk.pressAndWait();
  const secret = String((await desk.session.call("POST", "/actions/secret/reveal", {})).body["secret"]);
  const member = { name: "Walter Words", email: `${team.workspace}-walter@example.com`, password: "chosen by Walter" };
  const { token } = await invited(desk.session, member.email);
  await accept(team, token, member);
  await attemptSignIn(server.url, { email: member.email, password: "a wrong password" });
  await team.api("DELETE", "/contacts/user_xylophone");
  expect(await server.stop()).toBe(0);

  const requestId = put.headers.get("x-request-id");
  const lines = linesOf(server);
  expect(lines.find((line) => line["requestId"] === requestId)).toEqual({
    level: 30,
    time: expect.any(Number),
    method: "PUT",
    route: "/api/v1/contacts/{userId}",
    status: 200,
    tookMs: expect.any(Number),
    requestId,
    workspaceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(lines.filter(({ route }) => route === "/api/v1/contacts/{userId}")).toHaveLength(5);
  expect(lines.find(({ status }) => status === 400)).toMatchObject({ route: "/api/v1/events", code: "invalid_request" });
  expect(lines.find(({ route }) => route === "none")).toMatchObject({ method: "GET", status: 404, code: "not_found" });
  for (const line of lines)
    expect(Object.keys(line).filter((field) => !("msg" in line ? otherFields : callFields).includes(field))).toEqual([]);
  const messages = lines.map(({ msg }) => msg);
  expect(messages).toEqual(expect.arrayContaining(["somebody signed in", "sign-ins were refused"]));

  const cookie = desk.session.cookie.split("=")[1] ?? "";
  const personalData = ["xylophone", "xenia@", "Xenia", person.phone, "attribute-word", "property-word", "zebra", "Walter", "walter@"];
  for (const word of [...personalData, team.key, cookie, secret, team.owner.password, member.password, token, "a wrong password"]) {
    expect(word.length).toBeGreaterThan(4);
    expect(server.output().includes(word), word).toBe(false);
  }
});

test("logs no successful calls at warn and no probes at info", { tag: "@embedded" }, async () => {
  const [quiet, usual] = await Promise.all([startServer(), startServer({ env: { LOG_LEVEL: "info" } })]);
  for (const server of [quiet, usual]) {
    await send(`${server.url}/api/ready`);
    await (await newTeam(server)).api("GET", "/contacts/nobody");
    await server.stop();
  }
  expect(linesOf(quiet)).toEqual([]);
  expect(linesOf(usual).map(({ route }) => route)).not.toContain("/api/ready");
  expect(linesOf(usual).map(({ route }) => route)).toContain("/api/v1/contacts/{userId}");
});
