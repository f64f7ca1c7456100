import { z } from "zod";
import { AccountEmail, Password, PersonName } from "@/lib/domain/accounts/contract";
import { contract, mustBe, Name, Plan, Role } from "@/lib/kernel/contract";

const Slug = z.string({ error: mustBe("a string") }).regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: "must be small letters, digits and -." });

/** The commands of the command line, with their options. */
export const commands = {
  "create-workspace": {
    summary:
      "Make a workspace and a link that invites its owner. With --password, for your own account and for scripts, it makes the owner's account (--owner-name) instead",
    input: z.object({
      name: Name(60),
      slug: Slug.optional(),
      plan: Plan.default("pro"),
      email: AccountEmail,
      "owner-name": PersonName.default("Owner"),
      password: Password.optional(),
    }),
  },
  "list-workspaces": { summary: "All workspaces with their plans", input: z.object({}) },
  "set-plan": { summary: "Set a workspace's plan", input: z.object({ workspace: Slug, plan: Plan }) },
  invite: {
    summary: "Make a link that invites somebody into a workspace, once and within 7 days; an earlier one stops",
    input: z.object({ workspace: Slug, email: AccountEmail, role: Role.default("agent") }),
  },
  "reset-password": {
    summary: "Make a link with which somebody chooses a new password, once and within 7 days; their sessions end with it",
    input: z.object({ email: AccountEmail }),
  },
  "create-key": { summary: "Make an API key", input: z.object({ workspace: Slug, name: Name(60).default("Made by the operator") }) },
} as const;

/** Commands that need exclusive access to the database: no running process executes them, and none may run meanwhile. */
export const offline = {
  "rotate-secret-key": { summary: "Seal all secrets anew, from SECRET_KEY to SECRET_KEY_NEXT. Stop Beside first", input: z.object({}) },
} as const;

export type Command = keyof typeof commands;
export type Offline = keyof typeof offline;

export const operate = contract({
  method: "POST",
  path: "/api/operator",
  summary: "Run a command of the command line, for the process that has the data folder",
  access: "operator",
  body: z.object({ command: z.enum(Object.keys(commands) as [Command, ...Command[]]), input: z.record(z.string(), z.unknown()) }),
  status: 200,
  output: z.record(z.string(), z.unknown()),
});
