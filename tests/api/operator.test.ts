import { execFile } from "node:child_process";
import { expect, send, signIn, test } from "../support/fixtures";
import { accept, redeem, tokenIn } from "../support/members";
import { forAWhile, newFolder, startServer } from "../support/server";

type Ran = { code: number; out: string; error: string };

/** The command line as an operator calls it. */
const admin = (dataDir: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: "warn" };
    execFile(process.execPath, [...forAWhile, "--import", "tsx", "lib/ops/cli.ts", ...args], { env }, (failed, out, error) =>
      resolve({ code: failed ? Number(failed.code) : 0, out, error }),
    );
  });

async function asked(dataDir: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, error } = await admin(dataDir, ...args, "--json");
  expect(code, error).toBe(0);
  expect(out.trim().split("\n"), out).toHaveLength(1);
  return JSON.parse(out) as Record<string, unknown>;
}

test("the command line works without a running server, and what it made is there when one starts", { tag: "@embedded" }, async () => {
  test.slow();
  const dataDir = newFolder();
  const made = await asked(dataDir, "create-workspace", "--name", "Acme", "--email", "mia@acme.example");
  const { link, ...owner } = made["owner"] as Record<string, string>;
  expect(made).toMatchObject({ workspace: "acme", plan: "pro" });
  expect(owner).toEqual({ email: "mia@acme.example", expiresAt: expect.any(String) });
  expect(link).toMatch(/^http:\/\/localhost:3000\/invite#[A-Za-z0-9_-]{43}$/);
  const { key } = await asked(dataDir, "create-key", "--workspace", "acme");

  const server = await startServer({ dataDir });
  const mia = { name: "Mia Berg", email: "mia@acme.example", password: "chosen by Mia" };
  expect(await accept(server, tokenIn(link), mia)).toMatchObject({ status: 200, body: { workspace: "acme", email: mia.email } });
  const session = await signIn(server.url, "acme", mia);
  expect((await session.call("GET", "/members")).body["members"]).toMatchObject([{ name: "Mia Berg", role: "owner" }]);
  const headers = { authorization: `Bearer ${String(key)}` };
  expect((await send(`${server.url}/api/v1/contacts/user_1`, { method: "PUT", headers, body: {} })).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test("beside a running server every command works through it, at once", { tag: "@embedded" }, async () => {
  test.slow();
  const server = await startServer();
  const { dataDir, url } = server;
  await asked(dataDir, "create-workspace", "--name", "Acme", "--email", "mia@acme.example", "--password", "correct horse battery");
  const mia = await signIn(url, "acme", { email: "mia@acme.example", password: "correct horse battery" });
  const { key } = await asked(dataDir, "create-key", "--workspace", "acme", "--name", "Backend");
  const headers = { authorization: `Bearer ${String(key)}` };
  const read = () => send(`${url}/api/v1/contacts/none`, { headers });
  expect((await read()).status).toBe(404);
  expect(await asked(dataDir, "set-plan", "--workspace", "acme", "--plan", "free")).toEqual({ workspace: "acme", plan: "free" });
  expect((await read()).status).toBe(402);

  const tom = { name: "Tom Ray", email: "tom@acme.example", password: "chosen by Tom" };
  const { link } = await asked(dataDir, "invite", "--workspace", "acme", "--email", tom.email);
  await accept(server, tokenIn(link), tom);
  expect((await mia.call("GET", "/members")).body["members"]).toMatchObject([{ role: "owner" }, { name: "Tom Ray", role: "agent" }]);
  const { cookie } = await signIn(url, "acme", tom);
  const reset = await asked(dataDir, "reset-password", "--email", tom.email);
  expect(reset).toEqual({ email: tom.email, link: expect.stringContaining("/reset#"), expiresAt: expect.any(String) });
  expect((await redeem(server, tokenIn(reset["link"]), "another of Tom's")).status).toBe(200);
  expect((await send(`${url}/api/w/acme/chats`, { headers: { cookie } })).status).toBe(401);
  expect(await asked(dataDir, "list-workspaces")).toMatchObject({ workspaces: [{ slug: "acme", name: "Acme", plan: "free" }] });
  await server.stop();
});

const mistakes = [
  { args: ["set-plan", "--workspace", "acme", "--plan", "gold"], says: '--plan must be "free", "pro" or "business"; you sent a string.' },
  { args: ["set-plan", "--plan", "pro"], says: "--workspace must be a string; you sent nothing." },
  { args: ["create-key", "--workspace", "nowhere"], says: "There is no workspace nowhere. See them with list-workspaces." },
  { args: ["reset-password", "--email", "nobody@acme.example"], says: "There is no account with the e-mail nobody@acme.example." },
  {
    args: ["create-workspace", "--name", "Acme", "--email", "mia@acme.example", "--slug", "api"],
    says: "The address api is one that Beside uses itself. Choose another slug.",
  },
  { args: ["create-workspace", "--name", "Acme", "--email", "not an address"], says: "--email must look like an address" },
];

for (const { args, says } of mistakes) {
  test(`“${args.join(" ")}” is refused with what to fix`, { tag: "@embedded" }, async ({ server }) => {
    const ran = await admin(server.dataDir, ...args);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.error.trim()).toContain(says);
    expect(ran.error.trim().split("\n")).toHaveLength(1);
  });
}

test("links begin with PUBLIC_URL where it is set", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { PUBLIC_URL: "https://beside.example.com" } });
  const { owner } = await server.operate("create-workspace", { name: "Acme", email: "mia@acme.example" });
  expect((owner as { link: string }).link).toMatch(/^https:\/\/beside\.example\.com\/invite#[A-Za-z0-9_-]{43}$/);
  await server.stop();
});

test("a workspace with a password is refused for an e-mail that has an account, and nothing of it is made", async ({ ada, server }) => {
  const input = { name: "Second", slug: `${ada.workspace}-2`, email: ada.owner.email };
  await expect(server.operate("create-workspace", { ...input, password: "known to somebody" })).rejects.toThrow(/Leave the password out/);
  expect((await server.operate("create-workspace", input))["workspace"]).toBe(`${ada.workspace}-2`);
});

test("a command or an option that is not known is refused", { tag: "@embedded" }, async ({ server }) => {
  const unknown = await admin(server.dataDir, "drop-everything");
  expect(unknown.code).toBe(2);
  expect(unknown.out).toContain("Usage: npm run admin -- COMMAND [options] [--json]");
  const option = await admin(server.dataDir, "list-workspaces", "--force");
  expect(option.code).toBe(1);
  expect(option.error).toContain("--force");
});

test("without a command it says what there is", { tag: "@embedded" }, async ({ server }) => {
  const ran = await admin(server.dataDir);
  expect(ran.code).toBe(0);
  for (const command of ["create-workspace", "list-workspaces", "set-plan", "invite", "reset-password", "create-key"]) {
    expect(ran.out).toContain(`  ${command}`);
  }
});
