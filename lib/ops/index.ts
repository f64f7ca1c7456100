import type { z } from "zod";
import { deleteAccount } from "@/lib/data/erasure/account";
import * as workspaceExport from "@/lib/data/erasure/export";
import * as deletion from "@/lib/data/erasure/workspace";
import { errorMessage } from "@/lib/kernel/error-message";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { exposition } from "@/lib/platform/metrics";
import { commandLine } from "@/lib/workspace/audit/contract";
import * as keys from "@/lib/workspace/keys";
import * as invitations from "@/lib/workspace/members/invitations";
import * as resets from "@/lib/workspace/members/resets";
import { choosePlan } from "@/lib/workspace/workspaces";
import { create, createFor } from "@/lib/workspace/workspaces/create";
import { type Command, commands, internal } from "./contract";
import { jobsIn } from "./jobs";

const all = { ...commands, ...internal };
type Input<C extends Command> = z.output<(typeof all)[C]["input"]>;
/** How long a step of a deletion takes at most: short enough for whoever waits for the answer. */
const stepMs = 4_000;
type Result = Record<string, unknown>;

const handlers: { [C in Command]: (input: Input<C>) => Promise<Result> } = {
  async "create-workspace"({ name, slug, plan, email, "owner-name": ownerName, password }) {
    const by = commandLine;
    if (password !== undefined) {
      const made = await create({ name, slug, plan, owner: { name: ownerName, email, password } }, { by });
      return { workspace: made.slug, id: made.id, plan, owner: { email, password } };
    }
    const made = await createFor(email, { name, slug, plan }, by);
    return { workspace: made.slug, id: made.id, plan, owner: { email, ...linkOf("invite", made) } };
  },
  async "list-workspaces"() {
    return {
      workspaces: await db().workspace.findMany({
        where: { deletedAt: null },
        select: { slug: true, name: true, plan: true, createdAt: true },
        orderBy: { createdAt: "asc" },
      }),
      ...(await beingDeleted()),
    };
  },
  async "set-plan"({ workspace, plan }) {
    await choosePlan(await idOf(workspace), commandLine, plan);
    return { workspace, plan };
  },
  async invite({ workspace, email, role }) {
    const { token, invitation } = await invitations.make(await idOf(workspace), { ...commandLine, role: "owner" }, { email, role });
    return { workspace, email, role, ...linkOf("invite", { token, expiresAt: invitation.expiresAt }) };
  },
  async "reset-password"({ email }) {
    return { email, ...linkOf("reset", await resets.makeByOperator(email)) };
  },
  async "create-key"({ workspace, name }) {
    const { key, secret } = await keys.create(await idOf(workspace), commandLine, { name });
    return { workspace, name: key.name, id: key.id, key: secret };
  },
  async jobs() {
    return jobsIn((await exposition([])).text);
  },
  async "export-workspace"() {
    throw new AppError("invalid_request", "The command line writes the file itself.");
  },
  async "read-workspace"({ workspace, after }) {
    const found = await deletion.find(workspace);
    if (found?.isClosed)
      throw new AppError(
        "conflict",
        `The deletion of ${workspace} has begun, so it cannot be exported any more. Leave --export out to go on.`,
      );
    return workspaceExport.page(await idOf(workspace), after);
  },
  async "delete-workspace"({ workspace, confirm }) {
    requireConfirmed(workspace, confirm);
    const found = await deletion.find(workspace);
    if (!found) throw noSuchWorkspace(workspace);
    const accounts = found.isClosed ? [] : await deletion.close(found.id);
    return { workspace, id: found.id, accounts };
  },
  async "remove-rows"({ id }) {
    return deletion.removeSome(id, { budgetMs: stepMs });
  },
  async "delete-account"({ email, confirm }) {
    requireConfirmed(email, confirm);
    return { email, deleted: true, ...(await deleteAccount(email)) };
  },
};

/** @throws invalid_request */
function requireConfirmed(name: string, confirm: string | undefined): void {
  if (confirm === undefined) throw new AppError("invalid_request", `This cannot be undone. Repeat the name: --confirm ${name}`);
  if (confirm !== name) throw new AppError("invalid_request", `--confirm must be ${name}. Nothing was deleted.`);
}

async function beingDeleted(): Promise<{ beingDeleted?: string[] }> {
  const found = await db().workspace.findMany({ where: { deletedAt: { not: null } }, select: { formerSlug: true } });
  return found.length > 0 ? { beingDeleted: found.map(({ formerSlug }) => formerSlug ?? "") } : {};
}

/** The token is in the fragment, which is not sent to servers, so it reaches no log or other site. */
function linkOf(page: "invite" | "reset", { token, expiresAt }: { token: string; expiresAt: Date }) {
  const { PUBLIC_URL, PORT } = env();
  return { link: `${PUBLIC_URL ?? `http://localhost:${PORT}`}/${page}#${token}`, expiresAt: expiresAt.toISOString() };
}

async function idOf(slug: string): Promise<string> {
  const workspace = await db().workspace.findUnique({ where: { slug }, select: { id: true } });
  if (!workspace) throw noSuchWorkspace(slug);
  return workspace.id;
}

const noSuchWorkspace = (slug: string) => new AppError("not_found", `There is no workspace ${slug}. See them with list-workspaces.`);

/** Runs one command. @throws AppError with what to fix */
export async function run({ command, input }: { command: Command; input: Record<string, unknown> }): Promise<Result> {
  const parsed = all[command].input.safeParse(input);
  if (!parsed.success) throw new AppError("invalid_request", `--${errorMessage(parsed.error)}`);
  return (handlers[command] as (input: unknown) => Promise<Result>)(parsed.data);
}
