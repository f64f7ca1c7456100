import { gzipSync } from "node:zlib";
import { newId } from "@/lib/kernel/ids";
import { expect, test } from "../../support/fixtures";
import { openWebsite } from "../../support/visitor";

const loaderOf = (url: string, workspace: string) => fetch(`${url}/loader/${workspace}.js`);

test("serves the loader with the workspace's settings, small and for every page", async ({ ada }) => {
  const origins = Array.from({ length: 10 }, (_, index) => `https://shop-${index}.example.com`);
  await openWebsite(ada, { colour: "#ffe14d", position: "left", allowedOrigins: origins });
  const reply = await loaderOf(ada.url, ada.workspace);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(reply.headers.get("cache-control")).toBe("public, max-age=300");
  expect(reply.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(reply.headers.get("set-cookie")).toBeNull();
  const script = await reply.text();
  expect(gzipSync(script).length).toBeLessThanOrEqual(5_000);
  expect(script).toContain('"colour":"#ffe14d","iconColour":"#000000","position":"left"');
  for (const origin of origins) expect(script).toContain(origin);
  for (const label of ["Open chat", "Chat öffnen", "Abrir el chat", "Abrir o chat"]) expect(script).toContain(label);
});

test("a chosen language leaves the others out, and any origin means no list", async ({ ada }) => {
  await openWebsite(ada, { language: "de", allowAnyOrigin: true });
  const script = await (await loaderOf(ada.url, ada.workspace)).text();
  expect(script).toContain("Chat öffnen");
  expect(script).not.toContain("Open chat");
  expect(script).toContain('"allowedOrigins":null');
});

test("answers with a comment where there is no chat: switched off, no such workspace, no script", async ({ ada, bob }) => {
  await openWebsite(ada, { isOn: false });
  const missing = [`${ada.workspace}.js`, `${bob.workspace}.js`, `${newId()}.js`, ada.workspace, "%3Cscript%3E.js"];
  for (const file of missing) {
    const reply = await fetch(`${ada.url}/loader/${file}`);
    expect(reply.status, file).toBe(404);
    expect(reply.headers.get("content-type"), file).toBe("text/javascript; charset=utf-8");
    expect(await reply.text(), file).toBe("/* There is no chat at this address, or it is switched off. */\n");
  }
});

test("the frame of a chat that is switched off is a page that says so, and nobody may show it", async ({ ada }) => {
  await openWebsite(ada, { isOn: false });
  const reply = await fetch(`${ada.url}/widget/${ada.workspace}`);
  expect(reply.status).toBe(404);
  expect(reply.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(await reply.text()).toContain("This chat is switched off.");
});
