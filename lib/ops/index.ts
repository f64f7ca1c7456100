import type { z } from "zod";
import { commandLine } from "@/lib/domain/audit/contract";
import * as keys from "@/lib/domain/keys";
import * as invitations from "@/lib/domain/members/invitations";
import * as resets from "@/lib/domain/members/resets";
import { choosePlan } from "@/lib/domain/workspaces";
import { create, createFor } from "@/lib/domain/workspaces/create";
import { errorMessage } from "@/lib/kernel/error-message";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { type Command, commands } from "./contract";

type Input<C extends Command> = z.output<(typeof commands)[C]["input"]>;
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
        select: { slug: true, name: true, plan: true, createdAt: true },
        orderBy: { createdAt: "asc" },
      }),
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
};

/** The token is in the fragment, which is not sent to servers, so it reaches no log or other site. */
function linkOf(page: "invite" | "reset", { token, expiresAt }: { token: string; expiresAt: Date }) {
  const { PUBLIC_URL, PORT } = env();
  return { link: `${PUBLIC_URL ?? `http://localhost:${PORT}`}/${page}#${token}`, expiresAt: expiresAt.toISOString() };
}

async function idOf(slug: string): Promise<string> {
  const workspace = await db().workspace.findUnique({ where: { slug }, select: { id: true } });
  if (!workspace) throw new AppError("not_found", `There is no workspace ${slug}. See them with list-workspaces.`);
  return workspace.id;
}

/** Runs one command. @throws AppError with what to fix */
export async function run({ command, input }: { command: Command; input: Record<string, unknown> }): Promise<Result> {
  const parsed = commands[command].input.safeParse(input);
  if (!parsed.success) throw new AppError("invalid_request", `--${errorMessage(parsed.error)}`);
  return (handlers[command] as (input: unknown) => Promise<Result>)(parsed.data);
}
