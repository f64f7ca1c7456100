import { z } from "zod";
import { contract, Id, mustBe, Name, Plan, Role } from "@/lib/kernel/contract";
import { AccountEmail, Password, PersonName } from "@/lib/workspace/accounts/contract";

const Slug = z.string({ error: mustBe("a string") }).regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: "must be small letters, digits and -." });

const FileName = z.string({ error: mustBe("the name of a file") }).min(1, { error: "must be the name of a file." });
/** The name of what is deleted, once more. The command line asks for it where somebody can answer. */
const Confirmation = z.string().optional();

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
  "export-workspace": {
    summary: "Write all that a workspace has into a new file of JSON lines, with the bytes of its files and without its secrets",
    input: z.object({ workspace: Slug, file: FileName }),
  },
  "delete-workspace": {
    summary:
      "Delete a workspace: nobody gets in from the first moment on, and its rows and files are removed in steps. Ended at any point, the same command goes on. Asks for the name; scripts repeat it with --confirm. --export writes a file first",
    input: z.object({ workspace: Slug, confirm: Confirmation, export: FileName.optional() }),
  },
  "delete-account": {
    summary: "Delete somebody's account with its memberships and sessions; what they wrote stays. Asks for the e-mail, as above",
    input: z.object({ email: AccountEmail, confirm: Confirmation }),
  },
  jobs: {
    summary: "The background jobs of the running Beside: whether each runs or rests, its last run, how long that took, and its errors",
    input: z.object({}),
  },
  "create-key": { summary: "Make an API key", input: z.object({ workspace: Slug, name: Name(60).default("Made by the operator") }) },
} as const;

/** Commands that need exclusive access to the database: no running process executes them, and none may run meanwhile. */
export const offline = {
  "rotate-secret-key": { summary: "Seal all secrets anew, from SECRET_KEY to SECRET_KEY_NEXT. Stop Beside first", input: z.object({}) },
} as const;

/** What the command line asks for, in pages and steps, to do its commands. */
export const internal = {
  "remove-rows": { summary: "A step of the deletion of a workspace that was closed", input: z.object({ id: Id }) },
  "read-workspace": { summary: "A page of what a workspace has", input: z.object({ workspace: Slug, after: z.string().optional() }) },
} as const;

export type Command = keyof typeof commands | keyof typeof internal;
export type Offline = keyof typeof offline;

export const operate = contract({
  method: "POST",
  path: "/api/operator",
  summary: "Run a command of the command line, for the process that has the data folder",
  access: "operator",
  body: z.object({
    command: z.enum(Object.keys({ ...commands, ...internal }) as [Command, ...Command[]]),
    input: z.record(z.string(), z.unknown()),
  }),
  status: 200,
  output: z.record(z.string(), z.unknown()),
});
