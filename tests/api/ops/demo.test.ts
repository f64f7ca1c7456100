import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { dumpOf } from "../../support/dump";
import { expect, send, test } from "../../support/fixtures";
import { freePort, newFolder, startServer } from "../../support/server";

type Demo = { url: string; apiKey: string; receiver: { url: string } };

const demoOf = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Demo;
const script = "lib/ops/demo/start.mjs";

const occupied: Server[] = [];
test.afterEach(() => {
  for (const server of occupied.splice(0)) server.close();
});

const occupy = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(occupied.push(server) > 0));
  });

/** A free port followed by a port that is in use. */
async function portBeforeTaken(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await occupy(port + 1)) return port;
  }
}

test("the demo reports a port that is in use before it builds or creates anything", { tag: "@embedded" }, async () => {
  const port = await freePort();
  await occupy(port);
  const dataDir = newFolder();
  const folder = join(dataDir, "demo");
  const env = { ...process.env, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: folder };
  const demo = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  demo.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  expect(await new Promise((resolve) => demo.once("close", resolve))).toBe(1);
  expect(stderr).toBe(`Port ${port} is in use. Choose another with PORT.\n`);
  expect(existsSync(folder)).toBe(false);
});

test("the demo prints its receiver and its key, and a second start adds nothing to the audit log", {
  tag: "@embedded",
}, async () => {
  const port = await portBeforeTaken();
  const dataDir = newFolder();
  const first = await startServer({ dataDir, script, port });
  const demo = demoOf(dataDir);
  const receiverPort = Number(new URL(demo.receiver.url).port);
  expect(receiverPort).not.toBe(port + 1);
  expect(first.output()).toContain(`Port ${port + 1} cannot be had, so the demo's receiver listens on ${receiverPort}.`);
  await expect.poll(() => first.output()).toContain(demo.receiver.url);
  expect(first.output()).toContain(`API key  ${demo.apiKey}`);

  const line = /^export BESIDE_KEY=.*$/m.exec(readFileSync("README.md", "utf8"))?.[0] ?? "";
  const key = execFileSync("sh", ["-c", `${line.replace("./.data", dataDir)}; printf %s "$BESIDE_KEY"`], { encoding: "utf8" });
  const headers = { authorization: `Bearer ${key}` };
  expect(await send(`${first.url}/api/v1/contacts/user_8841`, { headers })).toMatchObject({ status: 200 });
  await first.stop();

  const trail = async () => (await dumpOf(dataDir)).get("audit_entry") ?? [];
  const before = await trail();
  expect(before.map(({ what }) => what)).not.toContain("secret.revealed");
  const second = await startServer({ dataDir, script, port });
  expect(demoOf(dataDir).receiver.url).toBe(demo.receiver.url);
  await second.stop();
  expect(await trail()).toHaveLength(before.length);
});
