import { expect, newTeam, test } from "../../support/fixtures";
import { startServer } from "../../support/server";

const lineOf = (message: string) => /ACTIONS_ALLOW_ORIGINS=(\S+) npm (start|run demo)$/.exec(message);
const messageOf = ({ body }: { body: Record<string, unknown> }) => (body["error"] as { message: string } | undefined)?.message ?? "";

test("rejects a local address with a start command that allows it", {
  tag: "@embedded",
}, async ({ receiver }) => {
  const url = `${receiver.origin}/hook`;
  const other = "http://127.0.0.1:4999";
  let server = await startServer({ env: { ACTIONS_ALLOW_ORIGINS: other } });
  const { dataDir } = server;
  try {
    const team = await newTeam(server);
    const refused = await (await team.signIn()).call("PUT", "/actions/address", { url });
    expect(refused.status).toBe(400);
    expect(messageOf(refused)).toContain("The address must begin with https://. To try a receiver on your own machine");
    const [line = "", origins = ""] = lineOf(messageOf(refused)) ?? [];
    expect(line).toBe(`ACTIONS_ALLOW_ORIGINS=${other},${receiver.origin} npm start`);
    const checked = await (await team.signIn()).call("POST", "/actions/address/check", { url });
    expect(checked.body).toMatchObject({ ok: false, message: messageOf(refused), startLine: line });

    await server.stop();
    server = await startServer({ dataDir, env: { ACTIONS_ALLOW_ORIGINS: origins } });
    const again = await (await import("../../support/fixtures")).signIn(server.url, team.workspace, team.owner);
    expect(await again.call("PUT", "/actions/address", { url })).toMatchObject({ status: 200, body: { url, message: "Saved." } });
    // It is allowed, and the check still says that it is exempt.
    expect((await again.call("POST", "/actions/address/check", { url })).body).toEqual({
      ok: true,
      message: "Reachable. Exempt from the address rule, for development.",
    });
    expect((await again.call("GET", "/actions")).body).toMatchObject({ allowedOrigins: [other, receiver.origin] });
  } finally {
    await server.stop();
  }
});

test("suggests the start command only for local addresses, without shell syntax from the address", async ({ ada }) => {
  const session = await ada.signIn();
  const messageFor = async (url: string) => messageOf(await session.call("PUT", "/actions/address", { url }));
  for (const origin of [
    "http://localhost:4010",
    "https://localhost:4010",
    "http://10.0.0.5:8080",
    "http://[::1]:4010",
    "http://receiver:4010",
  ])
    expect(
      lineOf(await messageFor(`${origin}/hook`))?.[1]
        ?.split(",")
        .at(-1),
      origin,
    ).toBe(origin);
  for (const url of [
    "http://93.184.216.34/actions",
    "http://acme.example/actions",
    "http://169.254.169.254/latest",
    "http://metadata.google.internal/",
    "http://user@127.0.0.1:4010/",
    "ftp://127.0.0.1/",
    "http://$(reboot):4010/",
    "http://a;reboot/",
    "http://`reboot`/",
  ]) {
    const message = await messageFor(url);
    expect(message, url).not.toBe("");
    expect(message, url).not.toContain("ACTIONS_ALLOW_ORIGINS");
  }
});
