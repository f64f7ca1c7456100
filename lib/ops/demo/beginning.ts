import { newPassword } from "@/lib/domain/accounts/password";
import { commandLine } from "@/lib/domain/audit/contract";
import * as workspaces from "@/lib/domain/workspaces/create";
import { db } from "@/lib/platform/db";

/**
 * The workspace's address until everything is in it. A first start that was killed is known by it at the next one, and nobody
 * else can have it: a chosen address has no dot.
 */
const unfinished = "demo.unfinished";

/** A demo workspace with its owner and nothing in it: a new one, or the one that a killed start left behind. */
export async function beginning(): Promise<string> {
  const left = await db().workspace.findUnique({ where: { slug: unfinished }, select: { id: true } });
  const id = left?.id ?? (await make());
  if (left) await empty(id);
  await db().installation.updateMany({ where: { id: 1 }, data: { setUpAt: new Date() } });
  return id;
}

/** Everything is in it: from now on it is found under its own address, and stays as it is. */
export async function finish(id: string, slug: string): Promise<void> {
  await db().workspace.update({ where: { id }, data: { slug } });
}

async function make(): Promise<string> {
  const owner = { name: "Mia Berg", email: "mia@demo.example", password: newPassword() };
  const { id } = await workspaces.create({ name: "Demo", slug: unfinished, plan: "pro", owner }, { by: commandLine });
  return id;
}

/**
 * Takes away what the killed start had put in. Nobody was let in before it ended, so nobody misses it; put in again rather than
 * completed, the chats are of the last hours also when the next start is days later.
 */
async function empty(workspaceId: string): Promise<void> {
  const all = { where: { workspaceId } };
  await db().$transaction(async (tx) => {
    await tx.event.deleteMany(all);
    await tx.chatItem.deleteMany(all);
    await tx.chatRead.deleteMany(all);
    await tx.chat.deleteMany(all);
    await tx.person.deleteMany(all);
    await tx.contact.deleteMany(all);
    // Its secret was in the process that was killed.
    await tx.apiKey.deleteMany(all);
  });
}
