import * as audit from "@/lib/audit";
import type { Actor } from "@/lib/audit/contract";
import { db } from "@/lib/db";
import type { Prisma } from "@/lib/db/client/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import * as keys from "@/lib/keys";
import { hashPassword } from "@/lib/members/password";
import { firstSecret } from "@/lib/secrets";
import type { Plan } from "./contract";

type Owner = { name: string; email: string; password: string };
type NewWorkspace = { name: string; slug?: string | undefined; plan: Plan; owner: Owner };

/** "Acme & Söhne" → "acme-sohne"; never one of the addresses that the product uses itself. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  return slug === "" || reserved.has(slug) ? `${slug || "team"}-1` : slug;
}

const reserved = new Set(["api", "sign-in", "setup", "docs", "widget", "simulator", "settings", "chats", "contacts", "_next"]);

/**
 * A workspace with its owner and its signing secret. An account that has the e-mail already keeps its name and password.
 * `gate` comes first in the same transaction, and stops it by throwing. Nobody else named, it is the owner who makes it.
 */
export async function create(
  { name, slug = slugOf(name), plan, owner }: NewWorkspace,
  { by, gate }: { by?: Actor; gate?: (tx: Prisma.TransactionClient) => Promise<void> } = {},
): Promise<{ id: string; slug: string; ownerId: string }> {
  if (reserved.has(slug)) throw new AppError("invalid_request", `The address ${slug} is one that Beside uses itself. Choose another slug.`);
  const id = newId();
  const createdAt = new Date();
  const passwordHash = await hashPassword(owner.password);
  try {
    return await db().$transaction(async (tx) => {
      await gate?.(tx);
      await tx.workspace.create({ data: { id, slug, name, plan, createdAt, secrets: { create: await firstSecret(tx, id) } } });
      const known = await tx.account.findUnique({ where: { email: owner.email } });
      const account =
        known ?? (await tx.account.create({ data: { id: newId(), email: owner.email, name: owner.name, passwordHash, createdAt } }));
      await tx.member.create({ data: { workspaceId: id, accountId: account.id, role: "owner", createdAt } });
      const maker = by ?? { accountId: account.id, name: account.name };
      await audit.record(tx, id, maker, { what: "workspace.created", subject: name, details: { plan, owner: owner.email } });
      return { id, slug, ownerId: account.id };
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError("conflict", `There is a workspace with the address ${slug} already. Choose another name.`);
    throw error;
  }
}

export const isSetUp = async (): Promise<boolean> => (await db().account.findFirst({ select: { id: true } })) !== null;

/** The first visitor makes the workspace; whoever comes later finds it made. @throws conflict */
export async function setUp({ workspace, ...owner }: Owner & { workspace: string }): Promise<{ slug: string }> {
  const made = () => new AppError("conflict", "Beside is set up already. Sign in instead.");
  if (await isSetUp()) throw made();
  // The one row of the installation is the gate: of two first visitors, one passes; a set-up that is cut off leaves it open.
  const gate = async (tx: Prisma.TransactionClient) => {
    const { count } = await tx.installation.updateMany({ where: { id: 1, setUpAt: null }, data: { setUpAt: new Date() } });
    if (count === 0) throw made();
  };
  const { slug } = await create({ name: workspace, plan: "pro", owner }, { gate });
  return { slug };
}

export async function choosePlan(workspaceId: string, by: Actor, plan: Plan): Promise<{ plan: Plan }> {
  await db().$transaction(async (tx) => {
    const { name, plan: before } = await held(tx, workspaceId);
    if (before === plan) return;
    await tx.workspace.update({ where: { id: workspaceId }, data: { plan } });
    await audit.record(tx, workspaceId, by, { what: "plan.changed", subject: name, details: { plan: { from: before, to: plan } } });
  });
  await keys.forget(workspaceId);
  return { plan };
}

/** The workspace, held to the end of the transaction: what is written of it is what it was. */
async function held(tx: Prisma.TransactionClient, workspaceId: string) {
  await tx.$queryRaw`select id from workspace where id = ${workspaceId}::uuid for update`;
  return tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true, plan: true } });
}
