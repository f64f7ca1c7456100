import type { z } from "zod";
import { commandLine } from "@/lib/audit/contract";
import { db } from "@/lib/db";
import { AppError } from "@/lib/errors";
import * as keys from "@/lib/keys";
import * as members from "@/lib/members";
import { newPassword } from "@/lib/members/password";
import { sentence } from "@/lib/sentence";
import * as workspaces from "@/lib/workspaces";
import { type Command, commands } from "./contract";

type Input<C extends Command> = z.output<(typeof commands)[C]["input"]>;
type Result = Record<string, unknown>;

const verbs: { [C in Command]: (input: Input<C>) => Promise<Result> } = {
  async "create-workspace"({ name, slug, plan, email, "owner-name": ownerName, password = newPassword() }) {
    const known = await db().account.count({ where: { email } });
    const made = await workspaces.create({ name, slug, plan, owner: { name: ownerName, email, password } }, { by: commandLine });
    return { workspace: made.slug, id: made.id, plan, owner: { email, password: known ? null : password } };
  },
  async "list-workspaces"() {
    return {
      workspaces: await db().workspace.findMany({
        select: { slug: true, name: true, plan: true, createdAt: true },
        orderBy: { createdAt: "asc" },
      }),
    };
  },
  async "set-plan"({ workspace, plan }) {
    await workspaces.choosePlan(await idOf(workspace), commandLine, plan);
    return { workspace, plan };
  },
  async "add-member"({ workspace, email, name, role, password }) {
    const added = await members.add(await idOf(workspace), { ...commandLine, role: "owner" }, { name, email, role, password });
    return { workspace, email, role, password: added.password };
  },
  async "reset-password"({ email, password = newPassword() }) {
    const account = await db().account.findUnique({ where: { email }, select: { id: true } });
    if (!account) throw new AppError("not_found", `There is no account with the e-mail ${email}.`);
    await members.setPassword(account.id, commandLine, password);
    return { email, password };
  },
  async "create-key"({ workspace, name }) {
    const { key, secret } = await keys.create(await idOf(workspace), commandLine, { name });
    return { workspace, name: key.name, id: key.id, key: secret };
  },
};

async function idOf(slug: string): Promise<string> {
  const workspace = await db().workspace.findUnique({ where: { slug }, select: { id: true } });
  if (!workspace) throw new AppError("not_found", `There is no workspace ${slug}. See them with list-workspaces.`);
  return workspace.id;
}

/** Runs one command. @throws AppError with what to fix */
export async function run({ command, input }: { command: Command; input: Record<string, unknown> }): Promise<Result> {
  const parsed = commands[command].input.safeParse(input);
  if (!parsed.success) throw new AppError("invalid_request", `--${sentence(parsed.error)}`);
  return (verbs[command] as (input: unknown) => Promise<Result>)(parsed.data);
}
