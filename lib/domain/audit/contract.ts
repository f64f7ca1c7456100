import { z } from "zod";
import { contract, Id, InWorkspace, Moment, Time, Uuid } from "@/lib/kernel/contract";

/** Who changes something: an account, under the name that it has then, or the command line, which has none. */
export type Actor = { accountId: string | null; name: string };
export const commandLine: Actor = { accountId: null, name: "Command line" };
/** Who did not get in: an account of nobody, so that it is neither the command line nor whoever they claimed to be. */
export const somebody: Actor = { accountId: "00000000-0000-0000-0000-000000000000", name: "Somebody" };

/** Everything that is written down. A kind that was ever written stays in this list, because its entries stay. */
export const What = z.enum([
  "workspace.created",
  "workspace.retention_changed",
  "plan.changed",
  "member.added",
  "member.role_changed",
  "member.removed",
  "member.left",
  "member.password_reset",
  "member.password_changed",
  "member.reset_link_made",
  "member.reset_link_used",
  "invitation.made",
  "invitation.revoked",
  "invitation.accepted",
  "session.signed_in",
  "session.refused",
  "session.signed_out",
  "session.ended",
  "key.created",
  "key.renamed",
  "key.rotated",
  "key.overlap_ended",
  "key.revoked",
  "secret.revealed",
  "secret.rotated",
  "secret.overlap_ended",
  "secret.older_dropped",
  "secret.resealed",
  "address.changed",
  "button.added",
  "button.changed",
  "button.switched_on",
  "button.switched_off",
  "button.reordered",
  "button.removed",
  "call.resent",
]);
export type What = z.output<typeof What>;

export const Area = z.enum(["workspace", "plan", "member", "invitation", "session", "key", "secret", "address", "button", "call"]);
export type Area = z.output<typeof Area>;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
export type Value = z.output<typeof Value>;

/** Field by field: what it is, or what it was and became. Never a secret. */
export const Details = z.record(z.string(), z.union([Value, z.object({ from: Value, to: Value })]));
export type Details = z.output<typeof Details>;

export const Entry = z.object({
  id: Uuid,
  createdAt: Time,
  /** The name as it was then; an `accountId` of null is the command line. */
  actor: z.object({ accountId: Uuid.nullable(), name: z.string() }),
  what: What,
  subject: z.string(),
  details: Details,
});
export type Entry = z.input<typeof Entry>;

const Filter = z.object({
  actor: z.union([z.literal("command-line"), Id], { error: 'must be the id of an account, or "command-line".' }).optional(),
  kind: z.enum([...Area.options, ...What.options], { error: 'must be a kind such as "key.created", or an area such as "key".' }).optional(),
  /** From this moment on. */
  from: Moment.optional(),
  /** Before this moment. */
  until: Moment.optional(),
});
export type Filter = z.output<typeof Filter>;

export const listAudit = contract({
  method: "GET",
  path: "/api/w/{workspace}/audit",
  summary: "Who changed what, newest first",
  access: "session",
  role: "admin",
  params: InWorkspace,
  query: Filter.extend({
    /** The last id of the page before. */
    before: Id.optional(),
  }),
  status: 200,
  output: z.object({ entries: z.array(Entry), hasEarlier: z.boolean() }),
});

export const listActors = contract({
  method: "GET",
  path: "/api/w/{workspace}/audit/actors",
  summary: "Everybody who ever changed something, under their latest name",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: z.object({ actors: z.array(Entry.shape.actor) }),
});

export const exportAudit = contract({
  method: "GET",
  path: "/api/w/{workspace}/audit/export",
  summary: "Every entry that is asked for, newest first, as a CSV file",
  access: "session",
  role: "admin",
  params: InWorkspace,
  query: Filter,
  status: 200,
  output: z.string(),
});
