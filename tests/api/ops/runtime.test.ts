import { resolve } from "node:path";
import { expect, newTeam, test } from "../../support/fixtures";
import { startServer } from "../../support/server";

test("keeps only data in the runtime, apart from the functions that server.mjs calls", { tag: "@embedded" }, async () => {
  const server = await startServer({
    nodeArgs: ["--import", resolve("tests/support/runtime-functions.mjs")],
    env: { METRICS_TOKEN: "m".repeat(16) },
  });
  const team = await newTeam(server);
  await team.api("PUT", "/contacts/user_1", { body: { phone: "+4915112345678" } });
  for (const ids of [{ userId: "user_1" }, { phone: "+4915112345678", userId: "user_1" }])
    expect((await team.api("POST", "/events", { body: { event: "Order placed", ...ids } })).status).toBe(201);
  const owner = await team.signIn();
  expect((await owner.call("GET", "/chats")).status).toBe(200);
  await fetch(`${server.url}/api/metrics`, { headers: { authorization: `Bearer ${"m".repeat(16)}` } });
  await fetch(`${server.url}/api/ready`);

  process.kill(server.pid, "SIGUSR2");
  const line = /^runtime: (.*)$/m;
  await expect.poll(server.output).toMatch(line);
  const found = JSON.parse(line.exec(server.output())?.[1] ?? "") as { parts: string[]; functions: string[] };
  expect(found.parts).toEqual(expect.arrayContaining(["database", "eventBatches", "keyHolders", "linkingQueues", "limit", "metrics"]));
  const calledByServer = [
    "startup.succeeded",
    "startup.failed",
    "entryPoints.api",
    "entryPoints.streams./api/w/{workspace}/stream",
    "entryPoints.streams./api/widget/{workspace}/stream",
    "entryPoints.streams./api/embed/{workspace}/stream",
    "entryPoints.frameAncestors",
    "entryPoints.inPage",
    "entryPoints.admitPage",
    "entryPoints.drain",
    "entryPoints.close",
  ];
  expect(found.functions.sort()).toEqual(calledByServer.map((name) => `runtime.${name}`).sort());
  expect(await server.stop()).toBe(0);
});
