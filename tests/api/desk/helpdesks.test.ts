import { allowFrames } from "../../support/embed";
import { expect, test } from "../../support/fixtures";
import { addMember } from "../../support/members";

const chatwoot = { origin: "https://chat.example.com", accountId: "7", isOn: true };
const token = "cw_0123456789abcdefWXYZ";

test("settings begin empty, with the addresses to copy", async ({ ada }) => {
  const owner = await ada.signIn();
  expect((await owner.call("GET", "/helpdesks")).body).toEqual({
    chatwoot: null,
    embed: { allowedOrigins: [], isOn: false },
    addresses: { chatwoot: `/${ada.workspace}/embed?helpdesk=chatwoot`, embed: `/${ada.workspace}/embed` },
  });
});

test("a token of Chatwoot is stored, and shown as its last four characters alone", async ({ ada }) => {
  const owner = await ada.signIn();
  const saved = await owner.call("PUT", "/helpdesks", { chatwoot: { ...chatwoot, apiToken: token } });
  expect(saved).toMatchObject({ status: 200, body: { chatwoot: { ...chatwoot, apiToken: "••••WXYZ" } } });
  expect(saved.text).not.toContain(token);
  const changed = await owner.call("PUT", "/helpdesks", { chatwoot: { ...chatwoot, accountId: "8", apiToken: "" } });
  expect(changed.body).toMatchObject({ chatwoot: { accountId: "8", apiToken: "••••WXYZ" } });
  expect((await owner.call("GET", "/audit")).text).not.toContain(token);
});

test("a stored token is not sent to another site: it has to be entered again", async ({ ada }) => {
  const owner = await ada.signIn();
  await owner.call("PUT", "/helpdesks", { chatwoot: { ...chatwoot, apiToken: token } });
  const moved = { ...chatwoot, origin: "https://elsewhere.example.com" };
  expect(await owner.call("PUT", "/helpdesks", { chatwoot: moved })).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_request" } },
  });
  expect((await owner.call("GET", "/helpdesks")).body).toMatchObject({ chatwoot });
  expect((await owner.call("PUT", "/helpdesks", { chatwoot: { ...moved, apiToken: token } })).status).toBe(200);
});

test("null disconnects Chatwoot, and a part that is left out stays", async ({ ada }) => {
  const owner = await ada.signIn();
  await allowFrames(owner, ["https://support.example.com"]);
  await owner.call("PUT", "/helpdesks", { chatwoot });
  expect((await owner.call("PUT", "/helpdesks", { chatwoot: null })).body).toMatchObject({
    chatwoot: null,
    embed: { allowedOrigins: ["https://support.example.com"], isOn: true },
  });
});

for (const origin of [
  "https://support.example.com/",
  "https://support.example.com/path",
  "http://support.example.com",
  "https://a.example; script-src *",
  "https://*.example.com",
  "javascript:alert(1)",
  "*",
  "'self'",
  "null",
  "",
]) {
  test(`refuses the origin “${origin}”`, async ({ ada }) => {
    const owner = await ada.signIn();
    for (const body of [{ embed: { allowedOrigins: [origin], isOn: true } }, { chatwoot: { ...chatwoot, origin } }])
      expect(await owner.call("PUT", "/helpdesks", body)).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
  });
}

test("only the sites that an admin entered may show the frame, and none the sign-in window", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const ancestors = async (path: string) => {
    const { headers } = await fetch(`${ada.url}${path}`, { redirect: "manual" });
    return /frame-ancestors ([^;]+)/.exec(headers.get("content-security-policy") ?? "")?.[1];
  };
  const frame = `/${ada.workspace}/embed`;
  expect(await ancestors(frame)).toBe("'none'");
  await allowFrames(owner, ["https://support.example.com", "http://localhost:3001"]);
  await owner.call("PUT", "/helpdesks", { chatwoot });
  const all = ["http://localhost:3001", "https://chat.example.com", "https://support.example.com"];
  expect((await ancestors(frame))?.split(" ").toSorted()).toEqual(all);
  expect((await ancestors(`${frame}?helpdesk=chatwoot`))?.split(" ").toSorted()).toEqual(all);
  for (const path of [`${frame}/sign-in`, `/${ada.workspace}/chats`, `/${bob.workspace}/embed`, "/no-such-team/embed", "/sign-in"])
    expect(await ancestors(path), path).toBe("'none'");
  await owner.call("PUT", "/helpdesks", { embed: { allowedOrigins: all, isOn: false }, chatwoot: { ...chatwoot, isOn: false } });
  expect(await ancestors(frame)).toBe("'none'");
});

test("the frame's page holds nothing of anybody, and no header that would part it from its window", async ({ ada }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor" } });
  const owner = await ada.signIn();
  for (const path of [
    `/${ada.workspace}/embed?userId=user_1`,
    `/${ada.workspace}/embed/sign-in?origin=https%3A%2F%2Fevil.example&state=x`,
  ]) {
    const reply = await fetch(`${ada.url}${path}`, { headers: { cookie: owner.cookie } });
    expect(reply.status).toBe(200);
    expect(await reply.text()).not.toContain("Ada Okafor");
    expect(reply.headers.get("cross-origin-opener-policy")).toBeNull();
    expect(reply.headers.get("x-frame-options")).toBeNull();
  }
});

test("an agent cannot read or change the settings", async ({ ada }) => {
  const agent = await ada.signIn(await addMember(ada));
  expect((await agent.call("GET", "/helpdesks")).status).toBe(403);
  expect((await agent.call("PUT", "/helpdesks", { embed: { allowedOrigins: [], isOn: true } })).status).toBe(403);
});
