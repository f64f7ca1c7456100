/**
 * Sample people fill an empty workspace, so that somebody sees what Beside looks like before anything is sent: contacts, what happened to
 * them, and chats, marked as samples and removed together. They write by the website, so that no answer leaves Beside.
 */

import { randomBytes } from "node:crypto";
import * as contacts from "@/lib/context/contacts";
import { erase, read as readErasable } from "@/lib/data/erasure";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/db/lock-row";
import type { Actor } from "@/lib/workspace/audit/contract";
import { customers, play, userIds, type Writer } from "./story";

type Counts = { contacts: number; chats: number };

const writers = [...(Object.keys(userIds) as (keyof typeof userIds)[]), "visitor"] as const satisfies Writer[];
const marked = (name: string) => `${name} (sample)`;

/** How the samples are called in a workspace: by what nothing else there begins with, so that a removal knows them after any crash. */
const namesOf = (prefix: string) => ({ userId: (id: string) => `${prefix}${id}`, visitorId: (writer: Writer) => `${prefix}${writer}` });

/** @throws conflict when the workspace has a contact or a chat */
export async function add(workspaceId: string, agent: { id: string; name: string }): Promise<Counts> {
  const prefix = await begin(workspaceId);
  const names = namesOf(prefix);
  await play(workspaceId, {
    agent,
    assigneeId: agent.id,
    // Without a phone: nobody's number is taken, and no chat of somebody real is linked by it.
    contact: ({ userId, phone: _, ...contact }) => ({ ...contact, userId: names.userId(userId), name: marked(contact.name) }),
    sender: (writer) => ({
      channel: "website",
      visitorId: names.visitorId(writer),
      name: marked(writer === "visitor" ? "A visitor" : nameOf(writer)),
      ...(writer !== "visitor" && { userId: names.userId(userIds[writer]) }),
    }),
  });
  // Another admin may have removed them meanwhile.
  if ((await prefixOf(workspaceId)) !== prefix) await removeNamed(workspaceId, { accountId: agent.id, name: agent.name }, prefix);
  return { contacts: customers.length, chats: writers.length };
}

const nameOf = (writer: keyof typeof userIds) => customers.find(({ userId }) => userId === userIds[writer])?.name ?? writer;

async function prefixOf(workspaceId: string): Promise<string | null> {
  return (await db().workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { samplePrefix: true } })).samplePrefix;
}

/** Stores how they will be called, before there is any of them. */
async function begin(workspaceId: string): Promise<string> {
  const samplePrefix = `sample_${randomBytes(4).toString("hex")}_`;
  await db().$transaction(async (tx) => {
    await lockRow(tx, "workspace", workspaceId);
    const { samplePrefix: before } = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { samplePrefix: true } });
    const isUsed =
      (await tx.contact.findFirst({ where: { workspaceId, deletedAt: null }, select: { id: true } })) ??
      (await tx.chat.findFirst({ where: { workspaceId }, select: { id: true } }));
    if (before !== null || isUsed)
      throw new AppError("conflict", "There are contacts or chats already. Sample people are for an empty workspace.");
    await tx.workspace.update({ where: { id: workspaceId }, data: { samplePrefix } });
  });
  return samplePrefix;
}

/** Removes what `add` made. Who interrupts it repeats it. */
export async function remove(workspaceId: string, by: Actor): Promise<Counts> {
  const prefix = await prefixOf(workspaceId);
  if (prefix === null) return { contacts: 0, chats: 0 };
  const removed = await removeNamed(workspaceId, by, prefix);
  await db().workspace.updateMany({ where: { id: workspaceId, samplePrefix: prefix }, data: { samplePrefix: null } });
  return removed;
}

async function removeNamed(workspaceId: string, by: Actor, prefix: string): Promise<Counts> {
  const { userId, visitorId } = namesOf(prefix);
  const found = await db().person.findMany({ where: { workspaceId, visitorId: { in: writers.map(visitorId) } }, select: { id: true } });
  const removed = { contacts: 0, chats: 0 };
  for (const { id } of found) {
    const { displayName } = await readErasable(workspaceId, id);
    // The person alone: somebody real may have been linked to the contact.
    removed.chats += (await erase(workspaceId, id, { by, displayName, scope: "person" })).chats;
  }
  const left = await db().contact.findMany({
    where: { workspaceId, userId: { in: customers.map((one) => userId(one.userId)) }, deletedAt: null },
    select: { userId: true },
  });
  for (const contact of left) {
    if (contact.userId === null) continue;
    await contacts.remove(workspaceId, contact.userId);
    removed.contacts += 1;
  }
  return removed;
}
