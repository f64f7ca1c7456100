import { type IncomingHttpHeaders, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "../../support/fixtures";

type Raw = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** A response as it is on the wire: fetch would decompress it. */
const raw = (
  url: string,
  { method = "GET", headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) =>
  new Promise<Raw>((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, async (response) =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(await response.toArray()) }),
    );
    sent.on("error", reject).end(body);
  });

const accept = (encoding: string) => ({ "accept-encoding": encoding });
const forBrowsers = accept("gzip, deflate, br");
const variesByEncoding = ({ headers }: Raw) => /(^|, )accept-encoding(,|$)/i.test(headers.vary ?? "");

/** The address of a script of the sign-in page. */
async function someScript(url: string): Promise<string> {
  const page = (await raw(`${url}/sign-in`)).body.toString();
  const paths = [...new Set(page.match(/\/_next\/static\/chunks\/[\w.~-]+\.js/g) ?? [])];
  const sizes = await Promise.all(paths.map(async (path) => ({ path, bytes: (await raw(url + path)).body.length })));
  const largest = sizes.sort((a, b) => b.bytes - a.bytes)[0];
  if (!largest) throw new Error("The page has no script.");
  return url + largest.path;
}

test("sends scripts as they were compressed with the build, and says so to caches", { tag: "@server" }, async ({ server }) => {
  const script = await someScript(server.url);
  const plain = await raw(script, { headers: accept("identity") });
  expect(plain.headers).not.toHaveProperty("content-encoding");
  expect(variesByEncoding(plain)).toBe(true);
  const tags = new Set([plain.headers.etag]);
  for (const [encoding, decode] of [["br", brotliDecompressSync] as const, ["gzip", gunzipSync] as const]) {
    const { status, headers, body } = await raw(script, { headers: accept(encoding) });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-encoding": encoding,
      "content-type": plain.headers["content-type"],
      "content-length": String(body.length),
      "cache-control": plain.headers["cache-control"],
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
    });
    expect(decode(body).equals(plain.body)).toBe(true);
    expect(body.length).toBeLessThan(plain.body.length / 2);
    tags.add(headers.etag);

    const head = await raw(script, { method: "HEAD", headers: accept(encoding) });
    expect(head.body.length).toBe(0);
    expect({ ...head.headers, date: "" }).toEqual({ ...headers, date: "" });

    const again = await raw(script, { headers: { ...accept(encoding), "if-none-match": `W/${headers.etag}` } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ etag: headers.etag, vary: "Accept-Encoding" });
  }
  expect(tags.size).toBe(3);

  // A part is one of the file itself, never of its compressed form.
  const part = await raw(script, { headers: { ...forBrowsers, range: "bytes=0-9" } });
  expect([part.status, part.body.toString()]).toEqual([206, plain.body.subarray(0, 10).toString()]);
  expect(part.headers).not.toHaveProperty("content-encoding");
});

test("compresses pages for callers who accept it", async ({ server }) => {
  const page = await raw(`${server.url}/sign-in`, { headers: forBrowsers });
  expect(page.headers).toMatchObject({ "content-encoding": "br" });
  expect(page.headers).not.toHaveProperty("content-length");
  expect(variesByEncoding(page)).toBe(true);
  expect(page.headers["content-security-policy"]).toContain("script-src");
  expect(brotliDecompressSync(page.body).toString()).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>/);

  const gzipped = await raw(`${server.url}/sign-in`, { headers: accept("gzip") });
  expect(gzipped.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzipped.body).toString()).toContain("</html>");

  const plain = await raw(`${server.url}/sign-in`, { headers: accept("identity") });
  expect(plain.headers).not.toHaveProperty("content-encoding");
  expect(variesByEncoding(plain)).toBe(true);
  expect((await raw(`${server.url}/no-such-page`, { headers: forBrowsers })).status).toBe(404);
});

test("compresses long answers of the screens, and leaves short ones as they are", async ({ ada }) => {
  const { cookie } = await ada.signIn();
  for (let at = 0; at < 12; at += 1) await ada.sendMessage({ channel: "website", visitorId: `v_${at}`, name: `Visitor ${at}` }, "Hello");
  const chats = await raw(`${ada.url}/api/w/${ada.workspace}/chats?view=open`, { headers: { cookie, ...forBrowsers } });
  expect(chats.status).toBe(200);
  expect(chats.headers).toMatchObject({ "content-encoding": "br", "content-type": "application/json", "cache-control": "no-store" });
  expect(variesByEncoding(chats)).toBe(true);
  const items = (JSON.parse(brotliDecompressSync(chats.body).toString()) as { items: unknown[] }).items;
  expect(items).toHaveLength(12);

  const none = await raw(`${ada.url}/api/w/${ada.workspace}/chats?view=closed`, { headers: { cookie, ...forBrowsers } });
  expect(none.headers).not.toHaveProperty("content-encoding");
  expect(none.body.length).toBeLessThan(1_024);
});

test("never compresses what holds a secret, nor the public API", async ({ ada }) => {
  const { cookie } = await ada.signIn();
  const headers = { cookie, origin: ada.url, "content-type": "application/json", ...forBrowsers };
  const keys = `${ada.url}/api/w/${ada.workspace}/keys`;
  const made = await raw(keys, { method: "POST", headers, body: JSON.stringify({ name: "Shop" }) });
  expect(made.body.toString()).toContain("bsk_");
  const csrf = await raw(`${ada.url}/api/auth/csrf`, { headers: forBrowsers });
  const described = await raw(`${ada.url}/api/v1/openapi.json`, { headers: forBrowsers });
  expect(described.body.length).toBeGreaterThan(1_024);
  expect(described.headers["content-length"]).toBe(String(described.body.length));
  for (const reply of [made, csrf, described]) expect(reply.headers).not.toHaveProperty("content-encoding");
});

test("sends the events of a stream at once and uncompressed", async ({ ada }) => {
  const { cookie } = await ada.signIn();
  const events = await new Promise<{ headers: IncomingHttpHeaders; first: string }>((resolve, reject) => {
    const sent = request(`${ada.url}/api/w/${ada.workspace}/stream`, { headers: { cookie, ...forBrowsers }, agent: false }, (response) => {
      response.once("data", (chunk) => {
        sent.destroy();
        resolve({ headers: response.headers, first: String(chunk) });
      });
    });
    sent.on("error", reject).end();
  });
  expect(events.headers).not.toHaveProperty("content-encoding");
  expect(events.first).toContain("event: ready");
});
