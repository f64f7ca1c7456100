import type { Plan } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { afterDeadlock, isUniqueViolation } from "@/lib/platform/db/errors";
import { hashPassword } from "@/lib/workspace/accounts/password";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import * as invitations from "@/lib/workspace/members/invitations";
import { firstSecret } from "@/lib/workspace/secrets";
import { isReserved } from "./reserved";

type Owner = { name: string; email: string; password: string };

type NewWorkspace = { name: string; slug?: string | undefined; plan: Plan };

/** "Acme & Söhne" → "acme-sohne"; never a path that the product itself uses. */
function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return slug === "" || isReserved(slug) ? `${slug || "team"}-1` : slug;
}

type Tx = Prisma.TransactionClient;

type Made = { id: string; slug: string };

type CreateOptions = { by?: Actor; gate?: (tx: Tx) => Promise<void> };

/**
 * Creates a workspace with its signing secret and its owner, who gets a new account. `gate` runs first in the same transaction, and
 * aborts it by throwing. Without `by`, the owner is the actor.
 * @throws conflict when the slug is taken, or the e-mail has an account: its owner must accept an invitation instead
 */
export async function create({ owner, ...input }: NewWorkspace & { owner: Owner }, { by, gate }: CreateOptions = {}): Promise<Made> {
  const { email, name, password } = owner;
  const account = { id: newId(), email, name, passwordHash: await hashPassword(password), passwordBy: "self" as const };
  const first = async (tx: Tx) => {
    await gate?.(tx);
    if ((await tx.account.count({ where: { email } })) > 0) throw hasAccount(email);
  };
  return make(input, { by: by ?? { accountId: account.id, name }, email, first }, async (tx, { id, createdAt }) => {
    await tx.account.create({ data: { ...account, createdAt } }).catch((error: unknown) => {
      // Another call made an account with this e-mail since `first` looked. The ids are new, so nothing else can collide.
      throw isUniqueViolation(error) ? hasAccount(email) : error;
    });
    await tx.member.create({ data: { workspaceId: id, accountId: account.id, role: "owner", createdAt } });
  });
}

const hasAccount = (email: string) =>
  new AppError(
    "conflict",
    `There is an account with the e-mail ${email} already, which keeps its password. Leave the password out to invite it.`,
  );

/** Creates a workspace and an invitation for its owner, whether or not the e-mail has an account. @throws conflict */
export async function createFor(email: string, input: NewWorkspace, by: Actor): Promise<Made & { token: string; expiresAt: Date }> {
  const links: { token: string; expiresAt: Date }[] = [];
  const made = await make(input, { by, email }, async (tx, { id }) => {
    const { token, invitation } = await invitations.makeIn(tx, id, by, { email, role: "owner" });
    links.push({ token, expiresAt: invitation.expiresAt });
  });
  const link = links.at(-1);
  if (!link) throw new Error("A workspace was made without the invitation of its owner.");
  return { ...made, ...link };
}

type OwnerOptions = { by: Actor; email: string; first?: (tx: Tx) => Promise<void> };

type AddOwner = (tx: Tx, made: { id: string; createdAt: Date }) => Promise<void>;

async function make(
  { name, slug = slugOf(name), plan }: NewWorkspace,
  { by, email, first }: OwnerOptions,
  addOwner: AddOwner,
): Promise<Made> {
  if (isReserved(slug)) throw new AppError("invalid_request", `The address ${slug} is one that Beside uses itself. Choose another slug.`);
  const id = newId();
  const createdAt = currentTime();
  try {
    const work = async (tx: Tx) => {
      await first?.(tx);
      await tx.workspace.create({ data: { id, slug, name, plan, createdAt, secrets: { create: await firstSecret(tx, id) } } });
      await addOwner(tx, { id, createdAt });
      await audit.record(tx, id, by, { what: "workspace.created", subject: name, details: { plan, owner: email } });
      return { id, slug };
    };
    // On a distributed database, those who write at once what every node has may wait for each other.
    return await afterDeadlock(() => db().$transaction(work));
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError("conflict", `There is a workspace with the address ${slug} already. Choose another name.`);
    throw error;
  }
}

/** Whether a workspace exists, even one by the operator whose owner has not accepted yet, or existed: a deletion of the last one sets nothing up anew. */
export async function isSetUp(): Promise<boolean> {
  if ((await db().workspace.findFirst({ select: { id: true } })) !== null) return true;
  return (await db().installation.count({ where: { setUpAt: { not: null } } })) > 0;
}

/** Creates the workspace for the first visitor. @throws conflict for later ones */
export async function setUp({ workspace, ...owner }: Owner & { workspace: string }): Promise<{ slug: string }> {
  const alreadySetUp = () => new AppError("conflict", "Beside is set up already. Sign in instead.");
  if (await isSetUp()) throw alreadySetUp();
  // Two first visitors may set up at the same time; the single installation row lets one succeed. A failed set-up rolls it back.
  const gate = async (tx: Prisma.TransactionClient) => {
    const { count } = await tx.installation.updateMany({ where: { id: 1, setUpAt: null }, data: { setUpAt: currentTime() } });
    if (count === 0) throw alreadySetUp();
  };
  const { slug } = await create({ name: workspace, plan: "pro", owner }, { gate });
  return { slug };
}
