import { setTimeout as pause } from "node:timers/promises";
import { expect, send, signIn, test } from "../../support/fixtures";
import { type Running, startServer } from "../../support/server";

const mia = { workspace: "Acme & Söhne", name: "Mia Berg", email: "Mia@Acme.example", password: "correct horse battery" };
const luis = { workspace: "Second", name: "Luis Torres", email: "luis@acme.example", password: "correct horse battery" };

const setUp = ({ url }: Running, body: object) => send(`${url}/api/setup`, { method: "POST", headers: { origin: url }, body });
const made = { status: 409, body: { error: { code: "conflict", message: "Beside is set up already. Sign in instead." } } };

test("makes the first visitor the owner of a new workspace and rejects the second", { tag: "@embedded" }, async () => {
  const server = await startServer();
  for (const [language, license] of Object.entries({ en: "MIT license", de: "MIT-Lizenz", es: "licencia MIT", pt: "licença MIT" }))
    expect((await send(`${server.url}/setup`, { headers: { "accept-language": language } })).text).toContain(license);
  const wrong = await setUp(server, { ...mia, password: "short" });
  expect(wrong).toMatchObject({ status: 400, body: { error: { message: "password must have at least 10 characters." } } });

  expect(await setUp(server, mia)).toMatchObject({ status: 201, body: { slug: "acme-sohne" } });
  expect(await setUp(server, luis)).toMatchObject(made);
  expect(await setUp(server, mia)).toMatchObject(made);

  const owner = await signIn(server.url, "acme-sohne", mia);
  expect((await owner.call("GET", "/members")).body["members"]).toMatchObject([
    { name: "Mia Berg", email: "mia@acme.example", role: "owner" },
  ]);
  expect((await owner.call("GET", "/plan")).body).toEqual({ plan: "pro" });
  expect((await server.operate("list-workspaces", {}))["workspaces"]).toMatchObject([{ slug: "acme-sohne", name: "Acme & Söhne" }]);
  await server.stop();
});

test("lets exactly one of several concurrent first visitors create the workspace", { tag: "@embedded" }, async () => {
  const server = await startServer();
  const replies = await Promise.all([setUp(server, mia), setUp(server, luis), setUp(server, mia), setUp(server, luis)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect((await server.operate("list-workspaces", {}))["workspaces"]).toHaveLength(1);

  const first = replies[0]?.status === 201 || replies[2]?.status === 201 ? mia : luis;
  const slug = String(replies.find(({ status }) => status === 201)?.body["slug"]);
  const owner = await signIn(server.url, slug, first);
  expect((await owner.call("GET", "/members")).body["members"]).toHaveLength(1);
  await server.stop();
});

test("rejects the set-up after the operator has created a workspace", { tag: "@embedded" }, async () => {
  const server = await startServer();
  await server.operate("create-workspace", { name: "Acme", email: "mia@acme.example" });
  expect(await setUp(server, luis)).toMatchObject(made);
  await server.stop();
});

test("completes a set-up that a kill interrupted, or lets it be repeated", { tag: ["@embedded", "@slow"] }, async () => {
  test.slow();
  for (const delayMs of [15, 30, 60]) {
    const killed = await startServer();
    await setUp(killed, {});
    const first = setUp(killed, mia).catch(() => undefined);
    await pause(delayMs);
    await killed.kill();
    const reply = await first;

    const server = await startServer({ dataDir: killed.dataDir });
    const again = await setUp(server, mia);
    expect([201, 409], again.text).toContain(again.status);
    if (reply?.status === 201) expect(again).toMatchObject(made);
    const owner = await signIn(server.url, "acme-sohne", mia);
    expect((await owner.call("GET", "/members")).body["members"], `killed after ${delayMs} ms`).toHaveLength(1);
    await server.stop();
  }
});
