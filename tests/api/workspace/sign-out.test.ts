import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { newId } from "@/lib/kernel/ids";
import { attemptSignIn, expect, newTeam, type Session, send, test } from "../../support/fixtures";
import { openStream } from "../../support/listening";
import { startServer } from "../../support/server";

/** Signs out as the page does. */
async function signOut(url: string, { cookie }: { cookie: string }) {
  const before = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await before.json()) as { csrfToken: string };
  const jar = before.headers.getSetCookie().map((text) => text.split(";")[0] ?? "");
  return fetch(`${url}/api/auth/signout`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, json: "true" }),
    headers: { cookie: [...jar, cookie].join("; ") },
    redirect: "manual",
  });
}

type Listed = { id: string; agent: string; isThis: boolean; createdAt: string; lastSeenAt: string };
const sessionsOf = async (session: Session) => (await session.call("GET", "/me/sessions")).body["sessions"] as Listed[];
const chats = async (session: Session) => (await session.call("GET", "/chats")).status;

test("invalidates a copied cookie after sign-out and keeps the account's other sessions", async ({ ada }) => {
  const [one, other] = [await ada.signIn(), await ada.signIn()];
  expect((await send(`${ada.url}/api/auth/session`, { headers: { cookie: one.cookie } })).body).toEqual({ signedIn: true });
  const left = await signOut(ada.url, one);
  expect(left.headers.getSetCookie().find((text) => text.startsWith("beside.session="))).toMatch(/^beside\.session=;.*(Max-Age=0|1970)/);
  expect(await one.call("GET", "/chats")).toMatchObject({ status: 401, body: { error: { code: "signed_out" } } });
  expect((await fetch(`${ada.url}/${ada.workspace}/chats`, { headers: { cookie: one.cookie }, redirect: "manual" })).status).toBe(307);
  expect(await chats(other)).toBe(200);
  const response = await fetch(`${ada.url}/api/auth/session`, { headers: { cookie: one.cookie } });
  expect(await response.json()).toEqual({});
  expect(response.headers.getSetCookie()).toEqual([]);
  expect((await signOut(ada.url, one)).status).toBe(200);
});

test("does not extend a session when asked whether there is one", async ({ ada }) => {
  const { cookie } = await ada.signIn();
  const response = await fetch(`${ada.url}/api/auth/session`, { headers: { cookie } });
  expect(response.headers.getSetCookie().filter((text) => text.startsWith("beside.session="))).toEqual([]);
});

test("lists an account's sessions with their device and ends another one", async ({ ada }) => {
  const phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
  const { cookie } = await attemptSignIn(ada.url, ada.owner, { "user-agent": phone });
  const here = await ada.signIn();
  const listed = await sessionsOf(here);
  expect(listed.map(({ agent, isThis }) => [agent, isThis]).sort()).toEqual([
    ["Another program", true],
    ["Safari on iPhone", false],
  ]);
  const there = listed.find(({ isThis }) => !isThis)?.id;
  const stream = await openStream(ada.url, ada.workspace, cookie);
  expect(await here.call("DELETE", `/me/sessions/${there}`)).toMatchObject({ status: 200, body: { ended: true } });
  await stream.waitFor("bye", undefined, 3_000);
  expect((await send(`${ada.url}/api/w/${ada.workspace}/chats`, { headers: { cookie } })).status).toBe(401);
  expect((await here.call("DELETE", `/me/sessions/${there}`)).status).toBe(404);
  expect((await sessionsOf(here)).map(({ isThis }) => isThis)).toEqual([true]);
});

test("rejects ending the session of another account", async ({ ada, bob }) => {
  const [hers, his] = [await ada.signIn(), await bob.signIn()];
  const [mine] = await sessionsOf(hers);
  expect((await his.call("DELETE", `/me/sessions/${mine?.id}`)).status).toBe(404);
  expect(await chats(hers)).toBe(200);
});

test("rejects a cookie without a session id or with an unknown one", { tag: "@embedded" }, async () => {
  const secret = randomBytes(32).toString("hex");
  const server = await startServer({ env: { NEXTAUTH_SECRET: secret, TRUSTED_PROXIES: "1" } });
  const team = await newTeam(server);
  const owner = await team.signIn();
  const { me } = (await owner.call("GET", "/members")).body as { me: string };
  for (const token of [
    { sub: me, epoch: 0 },
    { sub: me, sid: newId() },
    { sub: me, epoch: 0, sid: null },
  ]) {
    const cookie = `beside.session=${await encode({ token, secret })}`;
    expect((await send(`${server.url}/api/w/${team.workspace}/chats`, { headers: { cookie } })).status).toBe(401);
    expect(
      (await fetch(`${server.url}/${team.workspace}/chats`, { headers: { cookie }, redirect: "manual" })).headers.get("location"),
    ).toMatch(/^\/sign-in/);
  }
  await server.stop();
});

test("expires a session after 14 days and deletes its row after 90", { tag: ["@embedded", "@slow"] }, async () => {
  test.slow();
  const secret = randomBytes(32).toString("hex");
  const first = await startServer({ env: { NEXTAUTH_SECRET: secret, TRUSTED_PROXIES: "1" } });
  const team = await newTeam(first);
  const { cookie } = await team.signIn();
  await first.stop();
  const later = (days: number) =>
    startServer({
      dataDir: first.dataDir,
      env: {
        ...{ NEXTAUTH_SECRET: secret, TRUSTED_PROXIES: "1", METRICS_TOKEN: "a-token-for-the-metrics" },
        CLOCK_AHEAD_MS: String(days * 86_400_000),
      },
      nodeArgs: ["--import", "./tests/support/clock.mjs"],
    });
  for (const [days, status] of [
    [13, 200],
    [15, 401],
  ] as const) {
    const server = await later(days);
    expect((await send(`${server.url}/api/w/${team.workspace}/chats`, { headers: { cookie } })).status).toBe(status);
    await server.stop();
  }
  const last = await later(91);
  const removed = async () =>
    (await send(`${last.url}/api/metrics`, { headers: { authorization: "Bearer a-token-for-the-metrics" } })).text;
  await expect.poll(removed, { timeout: 20_000 }).toContain('beside_rows_removed_total{what="sessions"} 1');
  await last.stop();
});
