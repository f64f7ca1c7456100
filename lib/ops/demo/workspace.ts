import { db } from "@/lib/platform/db";
import { newPassword } from "@/lib/workspace/accounts/password";
import { commandLine } from "@/lib/workspace/audit/contract";
import * as workspaces from "@/lib/workspace/workspaces/create";

/**
 * The workspace's slug until all its contents are added. It shows the next start that the first one was killed, and no other
 * workspace can have it: a chosen slug has no dot.
 */
const unfinished = "demo.unfinished";

/** A demo workspace with its owner and nothing in it: a new one, or the one that a killed start left behind. */
export async function findOrCreateWorkspace(): Promise<string> {
  const left = await db().workspace.findUnique({ where: { slug: unfinished }, select: { id: true } });
  const id = left?.id ?? (await make());
  if (left) await empty(id);
  await db().installation.updateMany({ where: { id: 1 }, data: { setUpAt: new Date() } });
  return id;
}

/** All contents are added: from now on the workspace has its own slug, and is not emptied again. */
export async function publishWorkspace(id: string, slug: string): Promise<void> {
  await db().workspace.update({ where: { id }, data: { slug } });
}

async function make(): Promise<string> {
  const owner = { name: "Mia Berg", email: "mia@demo.example", password: newPassword() };
  const { id } = await workspaces.create({ name: "Demo", slug: unfinished, plan: "pro", owner }, { by: commandLine });
  return id;
}

/**
 * Deletes what the killed start had added. Nobody could sign in before it ended, so nothing is lost. The contents are added
 * again rather than completed, so that the chats are of the last hours even when the next start is days later.
 */
async function empty(workspaceId: string): Promise<void> {
  const all = { where: { workspaceId } };
  await db().$transaction(async (tx) => {
    await tx.event.deleteMany(all);
    await tx.problem.deleteMany(all);
    await tx.chatItem.deleteMany(all);
    await tx.firstAnswer.deleteMany(all);
    await tx.chatRead.deleteMany(all);
    await tx.chat.deleteMany(all);
    await tx.person.deleteMany(all);
    await tx.contact.deleteMany(all);
    // Its secret was in the process that was killed.
    await tx.apiKey.deleteMany(all);
  });
}
