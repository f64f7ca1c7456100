import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, newTeam, type Reply, test } from "../../support/fixtures";
import { newFolder, startServer } from "../../support/server";

const sources = [
  ...["app", "components", "examples", "lib", "prisma"],
  ...["instrumentation.ts", "instrumentation-client.ts", "proxy.ts", "server.mjs"],
  ...["next.config.js", "package.json", "postcss.config.mjs", "tsconfig.json"],
];

/** A copy of the source inside this folder, so that packages resolve from the parent. */
function copySource(): string {
  const copy = newFolder(".data-dev-");
  for (const source of sources) cpSync(source, join(copy, source), { recursive: true });
  return copy;
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, "utf8");
  expect(text.split(from), path).toHaveLength(2);
  writeFileSync(path, text.replace(from, to));
}

test("npm run dev serves edited code without a restart and keeps its state", { tag: ["@embedded", "@slow"] }, async () => {
  test.slow();
  const copy = copySource();
  const server = await startServer({ cwd: copy, args: ["--dev"], env: { NODE_ENV: "development" } });
  const team = await newTeam(server);
  await team.api("PUT", "/contacts/user_1", { body: {} });
  const record = () => team.api("POST", "/events", { body: { event: "Order placed", userId: "user_1" } });
  const before = await record();
  expect(before).toMatchObject({ status: 201, body: { level: "info" } });

  // The edit follows the event batches, which live as long as the process. The watcher needs a moment to notice it.
  const line = "announce(job.workspaceId, [{ job, row }]);";
  edit(join(copy, "lib/context/events/index.ts"), `${line}\n  return row;`, `${line}\n  return row && { ...row, level: "problem" };`);
  await expect.poll(async () => (await record()).body["level"]).toBe("problem");
  const remaining = ({ headers }: Reply) => Number(headers.get("ratelimit-remaining"));
  expect(remaining(await record())).toBeLessThan(remaining(before));

  // This edit is in the OpenAPI description, which is built once.
  const title = async () => (await team.api("GET", "/openapi.json")).body["info"];
  expect(await title()).toMatchObject({ title: "Beside" });
  edit(join(copy, "lib/http/openapi/document.ts"), 'title: "Beside"', 'title: "Beside, edited"');
  await expect.poll(title).toMatchObject({ title: "Beside, edited" });
  expect(await server.stop()).toBe(0);
});
