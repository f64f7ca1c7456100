import { randomUUID } from "node:crypto";
import type { Entry } from "@/lib/workspace/audit/contract";
import { attemptSignIn, expect, newTeam, type Session, send, signIn, type Team, test } from "../../support/fixtures";
import { acceptAs, invited } from "../../support/members";
import { startServer } from "../../support/server";

const logOf = async (session: Session, kind: string) => (await session.call("GET", `/audit?kind=${kind}`)).body["items"] as Entry[];
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
const guess = (team: Team, from: Record<string, string> = {}) => attemptSignIn(team.url, { ...team.owner, password: "not this one" }, from);

test("records a sign-in, a sign-out and an ended session in each workspace of the account and in no other", async ({
  ada,
  bob,
  server,
}) => {
  const theirs = await newTeam(server);
  const stranger = await theirs.signIn();
  const [hers, his] = [await ada.signIn(), await bob.signIn()];
  const { token } = await invited(hers, bob.owner.email);
  await acceptAs(ada, token, his);
  const { cookie } = await attemptSignIn(server.url, bob.owner, { "user-agent": firefox });
  const other = await bob.signIn();
  const { sessions } = (await his.call("GET", "/me/sessions")).body as { sessions: { id: string; agent: string }[] };
  await his.call("DELETE", `/me/sessions/${sessions.find(({ agent }) => agent === "Firefox on Linux")?.id}`);
  expect((await send(`${server.url}/api/w/${bob.workspace}/chats`, { headers: { cookie } })).status).toBe(401);
  const before = await fetch(`${server.url}/api/auth/csrf`);
  const { csrfToken } = (await before.json()) as { csrfToken: string };
  const jar = before.headers.getSetCookie().map((text) => text.split(";")[0] ?? "");
  const body = new URLSearchParams({ csrfToken, json: "true" });
  await fetch(`${server.url}/api/auth/signout`, { method: "POST", body, headers: { cookie: [...jar, other.cookie].join("; ") } });

  for (const session of [hers, his]) {
    const mine = (entries: Entry[]) => entries.filter(({ details }) => details["email"] === bob.owner.email);
    const expected = { subject: "Olga Owner", actor: { name: "Olga Owner" } };
    expect(mine(await logOf(session, "session.signed_in"))).toContainEqual(
      expect.objectContaining({ details: { email: bob.owner.email, browser: "Firefox on Linux" } }),
    );
    expect(mine(await logOf(session, "session.ended"))).toMatchObject([{ ...expected, details: { browser: "Firefox on Linux" } }]);
    expect(mine(await logOf(session, "session.signed_out"))).toMatchObject([{ ...expected, details: { browser: "Another program" } }]);
  }
  expect(JSON.stringify(await logOf(stranger, "session"))).not.toContain(bob.owner.email);
});

test("records a rejected sign-in at once without an actor and counts the next ones of the minute", async ({ ada, bob }) => {
  const [hers, his] = [await ada.signIn(), await bob.signIn()];
  for (let round = 0; round < 8; round += 1) await guess(ada);
  await expect.poll(async () => (await logOf(hers, "session.refused")).length).toBeGreaterThan(0);
  const entries = await logOf(hers, "session.refused");
  // Each instance of a cluster writes its own first entry.
  expect(entries.length).toBeLessThanOrEqual(3);
  const one = { subject: "Olga Owner", details: { email: ada.owner.email, wrong: 1 }, actor: { name: "Somebody" } };
  expect(entries).toMatchObject(entries.map(() => one));
  const { actors } = (await hers.call("GET", "/audit/actors")).body as { actors: { accountId: string | null; name: string }[] };
  expect(actors.find(({ accountId }) => accountId === null)?.name).toBe("Command line");
  expect(await logOf(his, "session.refused")).toEqual([]);
});

test("records a blocked sign-in, and none for an e-mail without an account", async ({ ada }) => {
  const hers = await ada.signIn();
  const from = { "x-forwarded-for": "198.51.100.201" };
  const someone = () => attemptSignIn(ada.url, { email: `${randomUUID()}@example.com`, password: "x" }, from);
  await Promise.all(Array.from({ length: 66 }, someone));
  await guess(ada, from);
  await expect.poll(() => logOf(hers, "session.refused")).toMatchObject([{ details: { email: ada.owner.email, blocked: 1 } }]);
});

test("adds rejected sign-ins of a minute up into one entry and counts them in the metrics", {
  tag: "@embedded",
}, async () => {
  const env = { TRUSTED_PROXIES: "1", METRICS_TOKEN: "a-token-for-the-metrics" };
  const server = await startServer({ env });
  const team = await newTeam(server);
  for (let round = 0; round < 12; round += 1) await guess(team, { "x-forwarded-for": "198.51.100.7" });
  await attemptSignIn(server.url, team.owner);
  const { text } = await send(`${server.url}/api/metrics`, { headers: { authorization: "Bearer a-token-for-the-metrics" } });
  for (const [outcome, count] of [
    ["right", 1],
    ["wrong", 10],
    ["blocked", 2],
  ])
    expect(text).toContain(`beside_sign_ins_total{outcome="${outcome}"} ${count}`);
  // Pending counts are written before the process ends.
  expect(await server.stop()).toBe(0);
  const again = await startServer({ env, dataDir: server.dataDir });
  const entries = await logOf(await signIn(again.url, team.workspace, team.owner), "session.refused");
  expect(entries.map(({ details: { email: _, ...counts } }) => counts)).toEqual([{ wrong: 9, blocked: 2 }, { wrong: 1 }]);
  await again.stop();
});
