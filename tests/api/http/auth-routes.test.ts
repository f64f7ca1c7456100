import { connect } from "node:net";
import { attemptSignIn, expect, randomClientAddress, send, test } from "../../support/fixtures";

const nothing = {
  status: 404,
  body: { error: { code: "not_found", message: expect.stringMatching(/^There is nothing at this address\./) } },
};
const isJson = expect.objectContaining({});

for (const path of [
  "signout",
  "verify-request",
  "error",
  "error?error=Configuration",
  "new-user",
  "signin",
  "signin/credentials",
  "callback",
]) {
  test(`does not serve next-auth's own page ${path}`, async ({ server }) => {
    const reply = await send(`${server.url}/api/auth/${path}`);
    expect(reply).toMatchObject(nothing);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });
}

for (const [method, path] of [
  ["GET", "callback/credentials"],
  ["GET", "callback/credentials?email=a&password=b"],
  ["GET", "callback/google"],
  ["POST", "callback/google"],
  ["POST", "signin/credentials"],
  ["POST", "session"],
  ["POST", "_log"],
  ["POST", "csrf"],
  ["GET", "callback/credentials/more"],
  ["GET", "CSRF"],
] as const) {
  test(`responds to ${method} ${path} with our own 404`, async ({ server }) => {
    expect(await send(`${server.url}/api/auth/${path}`, { method, ...(method === "POST" ? { body: {} } : {}) })).toMatchObject(nothing);
  });
}

/** Values that made next-auth fail, encoded as in an address, a cookie or a form. */
const bad = ["%5C%5Cx", "%5Cx", "%2F%2Felsewhere.example", "javascript%3Aalert(1)", "http%3A%2F%2F", "x", "%00"];

for (const value of bad) {
  test(`rejects a callbackUrl of ${value} in a query, a cookie or a form without a failure`, async ({ ada }) => {
    const refused = { status: 400, body: { error: { code: "invalid_request" } } };
    for (const path of ["csrf", "providers", "session"]) {
      expect(await send(`${ada.url}/api/auth/${path}?callbackUrl=${value}`), path).toMatchObject(refused);
      expect(await send(`${ada.url}/api/auth/${path}?callbackUrl=/ok&callbackUrl=${value}`), path).toMatchObject(refused);
    }
    for (const name of ["next-auth.callback-url", "__Secure-next-auth.callback-url"]) {
      const reply = await send(`${ada.url}/api/auth/csrf`, { headers: { cookie: `${name}=${value}` } });
      expect(reply, name).toMatchObject(refused);
      // The response also clears such a cookie, so that the next attempt signs in.
      expect(reply.headers.getSetCookie()).toEqual([expect.stringMatching(new RegExp(`^${name}=; Path=/; Max-Age=0`))]);
    }
    for (const path of ["callback/credentials", "signout"]) {
      const form = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, raw: `callbackUrl=${value}` };
      expect(await send(`${ada.url}/api/auth/${path}`, form), path).toMatchObject(refused);
      const json = {
        method: "POST",
        headers: { "content-type": "application/json" },
        raw: JSON.stringify({ callbackUrl: decodeURIComponent(value) }),
      };
      expect(await send(`${ada.url}/api/auth/${path}`, json), path).toMatchObject(refused);
    }
    expect((await attemptSignIn(ada.url, ada.owner)).cookie).not.toBe("");
  });
}

test("rejects a callbackUrl that is not a string and accepts a path or an address", async ({ server }) => {
  for (const callbackUrl of [1, null, ["/"], { a: 1 }]) {
    const raw = JSON.stringify({ callbackUrl });
    const reply = await send(`${server.url}/api/auth/signout`, { method: "POST", headers: { "content-type": "application/json" }, raw });
    expect(reply, raw).toMatchObject({ status: 400, body: isJson });
  }
  for (const value of ["%2Fchats", "http%3A%2F%2F127.0.0.1%2Fchats", ""]) {
    expect((await send(`${server.url}/api/auth/csrf?callbackUrl=${value}`)).status, value).toBe(200);
  }
});

test("redirects a form that was sent without a script to a path of this site", async ({ ada }) => {
  const before = await fetch(`${ada.url}/api/auth/csrf`);
  const { csrfToken } = (await before.json()) as { csrfToken: string };
  const cookie = before.headers.getSetCookie().map((text) => text.split(";")[0] ?? "");
  const post = async (path: string, form: Record<string, string>) => {
    const headers = { ...randomClientAddress(), cookie: cookie.join("; ") };
    const body = new URLSearchParams({ csrfToken, ...form });
    const reply = await fetch(`${ada.url}/api/auth/${path}`, { method: "POST", body, headers, redirect: "manual" });
    return [reply.status, reply.headers.get("location")];
  };
  expect(await post("callback/credentials", ada.owner)).toEqual([302, "/"]);
  expect(await post("signout", {})).toEqual([302, "/"]);
  const wrong = { ...ada.owner, password: "not this one" };
  expect(await post("callback/credentials", wrong)).toEqual([302, expect.stringMatching(/^\/[^/].*\?error=Wrong/)]);
});

test("rejects a malformed % under /api with 400 in JSON", { tag: "@server" }, async ({ server }) => {
  for (const path of ["auth/%zz", "auth/callback/%zz", "auth/%", "auth/csrf/%c3"]) {
    const reply = await send(`${server.url}/api/${path}`);
    expect(reply, path).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });
    expect(reply.headers.get("content-type")).toBe("application/json");
  }
});

/** A raw request, because `fetch` sets Host itself. */
const raw = (url: string, headers: string[]) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET /api/auth/providers HTTP/1.1\r\n${headers.join("\r\n")}\r\nConnection: close\r\n\r\n`),
    );
    let text = "";
    socket
      .on("data", (chunk) => (text += chunk.toString()))
      .on("end", () => resolve(text))
      .on("error", reject);
  });

test("neither fails nor redirects for forged Host and X-Forwarded headers", { tag: "@server" }, async ({ server }) => {
  for (const headers of [
    ["Host: evil.example"],
    ["Host: a", "X-Forwarded-Host: \\\\x", "X-Forwarded-Proto: javascript"],
    ["Host: a", "X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https"],
  ]) {
    const text = await raw(server.url, headers);
    expect(text, headers.join()).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).not.toContain("evil.example");
  }
});
