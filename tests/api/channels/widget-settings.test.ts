import { expect, send, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { identifySecretOf, identifyToken, newVisitor, openWebsite, websiteSettings } from "../../support/visitor";

const policyOf = async (url: string) => (await send(url)).headers.get("content-security-policy") ?? "";
const ancestorsOf = async (url: string) => /frame-ancestors ([^;]*)/.exec(await policyOf(url))?.[1];

test("begins switched off, and tells the page's loader what an admin chose", async ({ ada }) => {
  const session = await ada.signIn();
  const before = (await session.call("GET", "/widget")).body;
  expect(before).toMatchObject({ settings: { isOn: false, allowedOrigins: [] }, secret: null, firstMessageAt: null });
  expect(before["snippet"]).toBe(`<script async src="${ada.url}/loader/${ada.workspace}.js"></script>`);
  await openWebsite(ada, { colour: "#AB12CD", position: "left", language: "pt" });
  const reply = await newVisitor(ada).call("GET", "/config");
  expect(reply.body).toEqual({
    workspaceName: ada.workspace,
    colour: "#AB12CD",
    position: "left",
    greeting: websiteSettings.greeting,
    language: "pt",
    allowedOrigins: websiteSettings.allowedOrigins,
    allowAnyOrigin: false,
  });
  expect(reply.headers.get("cache-control")).toBe("public, max-age=60");
});

test("records the first message", async ({ ada }) => {
  const session = await openWebsite(ada);
  await newVisitor(ada).say("Hello");
  const { firstMessageAt } = (await session.call("GET", "/widget")).body;
  expect(Date.now() - new Date(String(firstMessageAt)).getTime()).toBeLessThan(60_000);
});

test("accepts exact origins with https, http for the own machine, and at most 50", async ({ ada }) => {
  const session = await ada.signIn();
  const save = (allowedOrigins: unknown) => session.call("PUT", "/widget", { ...websiteSettings, allowedOrigins });
  const wrong = [
    "shop.example.com",
    "http://shop.example.com",
    "https://shop.example.com/",
    "https://shop.example.com/path",
    "https://*.example.com",
    "https://SHOP.example.com",
    "https://shop.example.com:443",
    "https://user@shop.example.com",
    "https://shop.example.com;script-src",
    "https://shop.example.com,https://evil.example",
    "https://shop.example.com *",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://10.0.0.1",
    "null",
    "*",
    "file://",
    "",
    7,
  ];
  for (const origin of wrong) {
    const reply = await save([origin]);
    expect(reply, String(origin)).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
    expect(reply.text).toContain("allowedOrigins[0] must");
  }
  const right = [
    "https://shop.example.com",
    "https://shop.example.com:8443",
    "http://localhost:3000",
    "http://127.0.0.1",
    "https://xn--bcher-kva.example",
  ];
  expect((await save([...right, ...right])).body["settings"]).toMatchObject({ allowedOrigins: right });
  const many = Array.from({ length: 51 }, (_, index) => `https://shop${index}.example.com`);
  expect((await save(many)).status).toBe(400);
  expect((await save(many.slice(0, 50))).status).toBe(200);
});

test("refuses colours, positions, languages and greetings that are none", async ({ ada }) => {
  const session = await ada.signIn();
  for (const change of [
    { colour: "red" },
    { colour: "#12345" },
    { colour: "#123456;x" },
    { position: "top" },
    { language: "fr" },
    { greeting: "a".repeat(301) },
    { isOn: "yes" },
    { allowAnyOrigin: 1 },
  ]) {
    const reply = await session.call("PUT", "/widget", { ...websiteSettings, ...change });
    expect(reply, JSON.stringify(change)).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
  }
});

test("only the allowed origins may frame the chat, and no site any other page", async ({ ada, bob }) => {
  const frame = `${ada.url}/widget/${ada.workspace}`;
  expect(await ancestorsOf(frame)).toBe("'none'");
  await openWebsite(ada, { allowedOrigins: ["https://shop.example.com", "http://localhost:3000"] });
  expect(await ancestorsOf(frame)).toBe("https://shop.example.com http://localhost:3000");
  await openWebsite(ada, { allowedOrigins: [] });
  expect(await ancestorsOf(frame)).toBe("'none'");
  await openWebsite(ada, { allowAnyOrigin: true });
  expect(await policyOf(frame)).toContain("script-src");
  expect(await ancestorsOf(frame)).toBeUndefined();
  await openWebsite(ada, { allowAnyOrigin: true, isOn: false });
  expect(await ancestorsOf(frame)).toBe("'none'");

  await openWebsite(ada, { allowAnyOrigin: true });
  await openWebsite(bob);
  for (const path of ["/sign-in", `/${ada.workspace}/chats`, `/widget/${ada.workspace}/more`, "/widget", `/x/widget/${ada.workspace}`])
    expect(await ancestorsOf(ada.url + path), path).toBe("'none'");
  expect(await ancestorsOf(`${bob.url}/widget/${bob.workspace}`)).toBe("https://shop.example.com");
  for (const url of [frame, `${ada.url}/sign-in`]) expect((await send(url)).headers.get("x-frame-options")).toBeNull();
});

test("agents can neither read nor change the settings, nor see the secret", async ({ ada }) => {
  await openWebsite(ada);
  const credentials = { email: `${ada.workspace}-agent@example.com`, password: "correct horse battery" };
  await addMember(ada, { role: "agent", ...credentials });
  const agent = await ada.signIn(credentials);
  for (const [method, path, body] of [
    ["GET", "/widget"],
    ["PUT", "/widget", websiteSettings],
    ["POST", "/widget/secret/reveal", {}],
    ["POST", "/widget/secret/rotate", {}],
    ["POST", "/widget/secret/end-overlap", {}],
  ] as const)
    expect((await agent.call(method, path, body)).status, path).toBe(403);
});

test("makes the identify secret at the first look, the same for two admins at once, and shows it masked afterwards", async ({ ada }) => {
  const session = await openWebsite(ada);
  const secrets = await Promise.all([1, 2, 3].map(() => identifySecretOf(session)));
  expect(new Set(secrets).size).toBe(1);
  const [secret = ""] = secrets;
  expect(secret).toMatch(/^idsec_[A-Za-z0-9_-]{43}$/);
  const { text, body } = await session.call("GET", "/widget");
  expect(body["secret"]).toMatchObject({ masked: expect.stringMatching(new RegExp(`^idsec_•+${secret.slice(-4)}$`)), overlapEndsAt: null });
  expect(text).not.toContain(secret);
  expect((await session.call("GET", "/audit")).text).not.toContain(secret);
});

test("rotating the identify secret leaves the signing secret alone, and the other way round", async ({ ada }) => {
  const session = await openWebsite(ada);
  const identifySecret = await identifySecretOf(session);
  const signing = async () => (await session.call("POST", "/actions/secret/reveal", {})).body["secret"];
  const before = await signing();
  expect((await session.call("POST", "/widget/secret/rotate", {})).status).toBe(200);
  expect(await signing()).toBe(before);
  expect((await session.call("POST", "/actions/secret/rotate", {})).status).toBe(200);
  expect((await newVisitor(ada).call("POST", "/identify", { token: identifyToken(identifySecret, { sub: "user_1" }) })).status).toBe(200);
  expect((await newVisitor(ada).call("POST", "/identify", { token: identifyToken(String(before), { sub: "user_1" }) })).status).toBe(400);
});

test("does not rotate a secret that was never made, and asks before a second rotation", async ({ ada }) => {
  const session = await openWebsite(ada);
  for (const path of ["/widget/secret/rotate", "/widget/secret/end-overlap"])
    expect(await session.call("POST", path, {}), path).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  await identifySecretOf(session);
  expect((await session.call("POST", "/widget/secret/rotate", {})).status).toBe(200);
  expect((await session.call("POST", "/widget/secret/rotate", {})).status).toBe(409);
  expect((await session.call("POST", "/widget/secret/rotate", { dropOldest: true })).status).toBe(200);
});
