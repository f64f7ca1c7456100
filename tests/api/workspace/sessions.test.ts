import { newId } from "@/lib/kernel/ids";
import { attemptSignIn, expect, send, test } from "../../support/fixtures";
import { redeem, tokenIn } from "../../support/members";

const wrong = "Wrong e-mail or password.";

test("accepts the right password and rejects a wrong one and an unknown e-mail with the same message", async ({ ada }) => {
  expect(await attemptSignIn(ada.url, ada.owner)).toMatchObject({ cookie: expect.stringMatching(/^beside\.session=./), error: null });
  expect(await attemptSignIn(ada.url, { ...ada.owner, password: `${ada.owner.password}x` })).toEqual({
    cookie: "",
    setCookie: "",
    error: wrong,
  });
  expect(await attemptSignIn(ada.url, { email: "nobody@example.com", password: ada.owner.password })).toEqual({
    cookie: "",
    setCookie: "",
    error: wrong,
  });
  for (const password of ["", "x".repeat(1001)])
    expect(await attemptSignIn(ada.url, { ...ada.owner, password })).toMatchObject({ cookie: "" });
});

test("ignores case and surrounding white space of an e-mail", async ({ ada }) => {
  expect((await attemptSignIn(ada.url, { ...ada.owner, email: ` ${ada.owner.email.toUpperCase()} ` })).cookie).not.toBe("");
});

test("accepts an e-mail of 254 characters", async ({ server }) => {
  const slug = newId();
  const owner = { email: `${slug.padEnd(242, "x")}@example.com`, password: newId() };
  await server.operate("create-workspace", { name: slug, slug, plan: "pro", "owner-name": "Olga Owner", ...owner });
  expect(owner.email).toHaveLength(254);
  expect(await attemptSignIn(server.url, owner)).toMatchObject({ cookie: expect.stringMatching(/./), error: null });
});

test("sets the session cookie as httpOnly and SameSite, and as secure over https", async ({ ada }) => {
  const flags = (setCookie: string) => setCookie.toLowerCase().split("; ").slice(1);
  const plain = flags((await attemptSignIn(ada.url, ada.owner)).setCookie);
  expect(plain).toEqual(expect.arrayContaining(["path=/", "httponly", "samesite=lax"]));
  expect(plain.filter((flag) => flag.startsWith("domain"))).toEqual([]);
  const secure = flags((await attemptSignIn(ada.url, ada.owner, { "x-forwarded-proto": "https" })).setCookie);
  expect(secure).toEqual(expect.arrayContaining(["path=/", "httponly", "samesite=lax", "secure"]));
});

test("rejects a sign-in without the CSRF token", async ({ ada }) => {
  const form = new URLSearchParams({ ...ada.owner, json: "true" });
  const entered = await fetch(`${ada.url}/api/auth/callback/credentials`, { method: "POST", body: form, redirect: "manual" });
  expect(entered.headers.getSetCookie().some((cookie) => cookie.startsWith("beside.session="))).toBe(false);
});

for (const [what, email] of [
  ["a NUL", "a\0@example.com"],
  ["an unpaired surrogate", "a\ud800@example.com"],
  ["more characters than an address may have", `${"x".repeat(250)}@example.com`],
] as const) {
  test(`rejects an e-mail with ${what} without internal details`, async ({ ada }) => {
    const from = { "x-forwarded-for": "198.51.100.10" };
    const { csrfToken } = (await send(`${ada.url}/api/auth/csrf`)).body;
    expect((await attemptSignIn(ada.url, { ...ada.owner, email }, from)).error).toBe(wrong);
    const raw = JSON.stringify({ email, password: "x", csrfToken, json: "true" });
    const reply = await send(`${ada.url}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      raw,
    });
    expect(reply.text).not.toMatch(/prisma|invocation|byte sequence/i);
  });
}

for (const [what, raw, status, code] of [
  ["larger than a sign-in can be", `email=${"x".repeat(20_000)}`, 413, "payload_too_large"],
  ["half a JSON object", '{"email":', 400, "invalid_request"],
  ["a JSON list", "[1]", 400, "invalid_request"],
  ["null", "null", 400, "invalid_request"],
] as const) {
  test(`rejects a sign-in that is ${what} with an explanation`, async ({ server }) => {
    const type = raw.startsWith("email") ? "application/x-www-form-urlencoded" : "application/json";
    const headers = { "content-type": type };
    const reply = await send(`${server.url}/api/auth/callback/credentials`, { method: "POST", headers, raw });
    expect(reply).toMatchObject({ status, body: { error: { code } } });
  });
}

test("rejects a cookie that was made up, cut or changed", async ({ ada }) => {
  const { cookie } = await attemptSignIn(ada.url, ada.owner);
  const url = `${ada.url}/api/w/${ada.workspace}/chats`;
  expect((await send(url, { headers: { cookie } })).status).toBe(200);
  expect((await send(url, { headers: { cookie: `theme=dark; ${cookie};lang=en` } })).status).toBe(200);
  const middle = Math.floor(cookie.length / 2);
  const changed = cookie.slice(0, middle) + (cookie[middle] === "A" ? "B" : "A") + cookie.slice(middle + 1);
  for (const forged of [
    "beside.session=",
    "beside.session=x",
    "beside.session=a.b.c.d.e",
    cookie.slice(0, -4),
    changed,
    `other.${cookie}`,
  ]) {
    expect(await send(url, { headers: { cookie: forged } }), forged).toMatchObject({
      status: 401,
      body: { error: { code: "signed_out" } },
    });
  }
});

test("ends every session of the account when its password is changed and accepts only the new password", async ({ ada, bob }) => {
  const [one, two, other] = [await ada.signIn(), await ada.signIn(), await bob.signIn()];
  const next = newId();
  expect((await one.call("POST", "/me/password", { current: ada.owner.password, next })).status).toBe(200);
  for (const session of [one, two])
    expect(await session.call("GET", "/chats")).toMatchObject({ status: 401, body: { error: { code: "signed_out" } } });
  expect((await other.call("GET", "/chats")).status).toBe(200);
  expect((await attemptSignIn(ada.url, ada.owner)).error).toBe(wrong);
  const again = await ada.signIn({ ...ada.owner, password: next });
  expect((await again.call("GET", "/chats")).status).toBe(200);
});

const refusedChanges = [
  {
    title: "with a wrong current password",
    body: { current: "not this one", next: "long enough to count" },
    message: "The current password is not right.",
  },
  { title: "to one of nine characters", body: { next: "x".repeat(9) }, message: "next must have at least 10 characters." },
  { title: "to one of 201 characters", body: { next: "x".repeat(201) }, message: "next must have at most 200 characters; you sent 201." },
  { title: "to a number", body: { next: 1_234_567_890 }, message: "next must be a string; you sent a number." },
];

for (const { title, body, message } of refusedChanges) {
  test(`rejects a change of the password ${title} and keeps the session`, async ({ ada }) => {
    const session = await ada.signIn();
    const refused = await session.call("POST", "/me/password", { current: ada.owner.password, ...body });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: "invalid_request", message } } });
    expect((await session.call("GET", "/chats")).status).toBe(200);
    expect((await (await ada.signIn()).call("GET", "/chats")).status).toBe(200);
  });
}

test("ends every session of the account when the operator's reset link is used", async ({ ada }) => {
  const session = await ada.signIn();
  const { link } = await ada.operate("reset-password", { email: ada.owner.email });
  expect((await session.call("GET", "/chats")).status).toBe(200);
  expect((await redeem(ada, tokenIn(link), "chosen anew by Olga")).status).toBe(200);
  expect((await session.call("GET", "/chats")).status).toBe(401);
  const again = await ada.signIn({ ...ada.owner, password: "chosen anew by Olga" });
  expect((await again.call("GET", "/chats")).status).toBe(200);
});
