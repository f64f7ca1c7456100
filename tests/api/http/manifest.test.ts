import { expect, test } from "../../support/fixtures";

type Manifest = { start_url: string; display: string; icons: { src: string; sizes: string; type: string; purpose: string }[] };

/** Width and height of a PNG. */
const sizeOf = (bytes: Buffer): string => `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;

test("Beside can be installed: a manifest with icons of the sizes that it names, on every page and for anybody", async ({ server }) => {
  const page = await (await fetch(`${server.url}/sign-in`)).text();
  const href = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1];
  expect(href).toBe("/manifest.webmanifest");
  expect(page).toMatch(/<link rel="apple-touch-icon" href="\/apple-icon\.png/);
  const reply = await fetch(`${server.url}${href}`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toContain("application/manifest+json");
  const manifest = (await reply.json()) as Manifest;
  expect(manifest).toMatchObject({ start_url: "/", display: "standalone" });
  expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(["any", "maskable"]));
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await fetch(`${server.url}${src}`);
    expect(icon.status, src).toBe(200);
    expect(icon.headers.get("content-type"), src).toContain(type);
    if (type === "image/png") expect(sizeOf(Buffer.from(await icon.arrayBuffer())), src).toBe(sizes);
  }
});
