import { admin, adminJson, adminWith } from "../../support/admin";
import { expect, send, signIn, test } from "../../support/fixtures";
import { accept, redeem, tokenIn } from "../../support/members";
import { metricsToken } from "../../support/metrics";
import { newFolder, startServer } from "../../support/server";

test("creates data without a running server that a later server uses", { tag: ["@embedded", "@slow"] }, async () => {
  test.slow();
  const dataDir = newFolder();
  const made = await adminJson(dataDir, "create-workspace", "--name", "Acme", "--email", "mia@acme.example");
  const { link, ...owner } = made["owner"] as Record<string, string>;
  expect(made).toMatchObject({ workspace: "acme", plan: "pro" });
  expect(owner).toEqual({ email: "mia@acme.example", expiresAt: expect.any(String) });
  expect(link).toMatch(/^http:\/\/localhost:3000\/invite#[A-Za-z0-9_-]{43}$/);
  const { key } = await adminJson(dataDir, "create-key", "--workspace", "acme");

  const server = await startServer({ dataDir });
  const mia = { name: "Mia Berg", email: "mia@acme.example", password: "chosen by Mia" };
  expect(await accept(server, tokenIn(link), mia)).toMatchObject({ status: 200, body: { workspace: "acme", email: mia.email } });
  const session = await signIn(server.url, "acme", mia);
  expect((await session.call("GET", "/members")).body["members"]).toMatchObject([{ name: "Mia Berg", role: "owner" }]);
  const headers = { authorization: `Bearer ${String(key)}` };
  expect((await send(`${server.url}/api/v1/contacts/user_1`, { method: "PUT", headers, body: {} })).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test("runs every command through the running server with immediate effect", { tag: "@embedded" }, async () => {
  test.slow();
  const server = await startServer();
  const { dataDir, url } = server;
  await adminJson(dataDir, "create-workspace", "--name", "Acme", "--email", "mia@acme.example", "--password", "correct horse battery");
  const mia = await signIn(url, "acme", { email: "mia@acme.example", password: "correct horse battery" });
  const { key } = await adminJson(dataDir, "create-key", "--workspace", "acme", "--name", "Backend");
  const headers = { authorization: `Bearer ${String(key)}` };
  const read = () => send(`${url}/api/v1/contacts/none`, { headers });
  expect((await read()).status).toBe(404);
  expect(await adminJson(dataDir, "set-plan", "--workspace", "acme", "--plan", "free")).toEqual({ workspace: "acme", plan: "free" });
  expect((await read()).status).toBe(402);

  const tom = { name: "Tom Ray", email: "tom@acme.example", password: "chosen by Tom" };
  const { link } = await adminJson(dataDir, "invite", "--workspace", "acme", "--email", tom.email);
  await accept(server, tokenIn(link), tom);
  expect((await mia.call("GET", "/members")).body["members"]).toMatchObject([{ role: "owner" }, { name: "Tom Ray", role: "agent" }]);
  const { cookie } = await signIn(url, "acme", tom);
  const reset = await adminJson(dataDir, "reset-password", "--email", tom.email);
  expect(reset).toEqual({ email: tom.email, link: expect.stringContaining("/reset#"), expiresAt: expect.any(String) });
  expect((await redeem(server, tokenIn(reset["link"]), "another of Tom's")).status).toBe(200);
  expect((await send(`${url}/api/w/acme/chats`, { headers: { cookie } })).status).toBe(401);
  expect(await adminJson(dataDir, "list-workspaces")).toMatchObject({ workspaces: [{ slug: "acme", name: "Acme", plan: "free" }] });
  await server.stop();
});

const mistakes = [
  {
    args: ["set-plan", "--workspace", "acme", "--plan", "gold"],
    message: '--plan must be "free", "pro" or "business"; you sent a string.',
  },
  { args: ["set-plan", "--plan", "pro"], message: "--workspace must be a string; you sent nothing." },
  { args: ["create-key", "--workspace", "nowhere"], message: "There is no workspace nowhere. See them with list-workspaces." },
  { args: ["reset-password", "--email", "nobody@acme.example"], message: "There is no account with the e-mail nobody@acme.example." },
  {
    args: ["create-workspace", "--name", "Acme", "--email", "mia@acme.example", "--slug", "api"],
    message: "The address api is one that Beside uses itself. Choose another slug.",
  },
  { args: ["create-workspace", "--name", "Acme", "--email", "not an address"], message: "--email must look like an address" },
];

for (const { args, message } of mistakes) {
  test(`rejects “${args.join(" ")}” with what to fix`, { tag: "@embedded" }, async ({ server }) => {
    const ran = await admin(server.dataDir, ...args);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.error.trim()).toContain(message);
    expect(ran.error.trim().split("\n")).toHaveLength(1);
  });
}

test("begins links with PUBLIC_URL when it is set", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { PUBLIC_URL: "https://beside.example.com" } });
  const { owner } = await server.operate("create-workspace", { name: "Acme", email: "mia@acme.example" });
  expect((owner as { link: string }).link).toMatch(/^https:\/\/beside\.example\.com\/invite#[A-Za-z0-9_-]{43}$/);
  await server.stop();
});

test("rejects creating a workspace with a password for an e-mail that has an account", async ({ ada, server }) => {
  const input = { name: "Second", slug: `${ada.workspace}-2`, email: ada.owner.email };
  await expect(server.operate("create-workspace", { ...input, password: "known to somebody" })).rejects.toThrow(/Leave the password out/);
  expect((await server.operate("create-workspace", input))["workspace"]).toBe(`${ada.workspace}-2`);
});

const facts = {
  state: expect.stringMatching(/^(runs|rests)$/),
  endedAt: expect.stringMatching(/Z$/),
  tookMs: expect.any(Number),
  errors: 0,
};

test("tells of the background jobs of the instance that holds the folder", { tag: "@embedded" }, async ({ server }) => {
  await expect.poll(() => adminJson(server.dataDir, "jobs")).toMatchObject({ "turns of push": facts, "unused attachments": facts });
});

test("asks the instance at PORT for its jobs when the database is a server, and says what that takes", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { METRICS_TOKEN: metricsToken } });
  const secrets = { SECRET_KEY: "5".repeat(64), NEXTAUTH_SECRET: "6".repeat(64) };
  const variables = { ...secrets, DATABASE_URL: "postgresql://beside@127.0.0.1:1/beside", PORT: new URL(server.url).port };
  const ask = (METRICS_TOKEN: string) => adminWith({ ...variables, METRICS_TOKEN }, "jobs", "--json");
  await expect.poll(async () => JSON.parse((await ask(metricsToken)).out)).toMatchObject({ "turns of push": facts });
  expect((await ask("")).error).toContain("Set METRICS_TOKEN");
  expect((await ask(`${metricsToken}x`)).error).toContain("answered 401");
  await server.stop();
  expect(await ask(metricsToken)).toMatchObject({ code: 1, error: expect.stringContaining("No Beside answers at http://127.0.0.1:") });
  const { code, error } = await admin(newFolder(), "jobs");
  expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining("No Beside runs with the folder") });
});

test("rejects an unknown command and an unknown option", { tag: "@embedded" }, async ({ server }) => {
  const unknown = await admin(server.dataDir, "drop-everything");
  expect(unknown.code).toBe(2);
  expect(unknown.out).toContain("Usage: npm run admin -- COMMAND [options] [--json]");
  const option = await admin(server.dataDir, "list-workspaces", "--force");
  expect(option.code).toBe(1);
  expect(option.error).toContain("--force");
});

test("lists the commands when called without one", { tag: "@embedded" }, async ({ server }) => {
  const ran = await admin(server.dataDir);
  expect(ran.code).toBe(0);
  for (const command of [
    "create-workspace",
    "list-workspaces",
    "set-plan",
    "invite",
    "reset-password",
    "create-key",
    "export-workspace",
    "delete-workspace",
    "delete-account",
    "jobs",
  ]) {
    expect(ran.out).toContain(`  ${command}`);
  }
});
