import { run } from "@/lib/ops";
import { close, open } from "@/lib/platform/db";

/** Creates the named workspaces in a separate process, because a process reads its environment only once. */
await open();
const made: object[] = [];
for (const workspace of process.argv.slice(2)) {
  const owner = { email: `${workspace}@example.com`, password: "a password for the bench" };
  await run({ command: "create-workspace", input: { name: workspace, slug: workspace, ...owner } });
  const { key } = await run({ command: "create-key", input: { workspace } });
  made.push({ workspace, key, owner });
}
process.stdout.write(JSON.stringify(made));
await close();
