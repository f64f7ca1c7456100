import { z } from "zod";
import { Cursor, contract, Id, InWorkspace, Moment, Page, Time, Uuid } from "@/lib/kernel/contract";

/** Author of a change: an account, under its name at that time, or the command line, which has no account. */
export type Actor = { accountId: string | null; name: string };
export const commandLine: Actor = { accountId: null, name: "Command line" };
/** The actor of a rejected sign-in. No account has this id, so it is neither the command line nor the account that was tried. */
export const rejectedSignInActor: Actor = { accountId: "00000000-0000-0000-0000-000000000000", name: "Somebody" };

/** The actor of what no person decided. It is no account either. */
export const product: Actor = { accountId: "00000000-0000-0000-0000-000000000001", name: "Beside" };

/** Everything that the log records. A kind is never removed from this list, because its entries stay. */
export const EntryKind = z.enum([
  "workspace.created",
  "workspace.retention_changed",
  "workspace.chats_changed",
  "workspace.replies_changed",
  "workspace.requests_changed",
  "workspace.attributes_changed",
  "plan.changed",
  "member.added",
  "member.role_changed",
  "member.removed",
  "member.left",
  "member.erased",
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
  "identify.revealed",
  "identify.rotated",
  "identify.overlap_ended",
  "identify.older_dropped",
  "identify.resealed",
  "person.blocked",
  "person.unblocked",
  "person.erased",
  "person.linked",
  "person.unlinked",
  "contact.exported",
  "contact.all_exported",
  "contact.deleted",
  "contact.merged",
  "contact.merge_undone",
  "address.changed",
  "button.added",
  "button.changed",
  "button.switched_on",
  "button.switched_off",
  "button.reordered",
  "button.removed",
  "call.resent",
  "call.signed",
  "reply.added",
  "reply.changed",
  "reply.removed",
  "tag.added",
  "tag.changed",
  "tag.removed",
  "conflict.kept_apart",
  "conflict.phone_moved",
  "import.started",
  "import.ran",
  "import.cancelled",
  "import.undone",
  "webhook.added",
  "webhook.changed",
  "webhook.removed",
  "webhook.rotated",
  "webhook.switched_off",
  "integration.connected",
  "integration.changed",
  "integration.disconnected",
]);
export type EntryKind = z.output<typeof EntryKind>;

export const Area = z.enum([
  "workspace",
  "plan",
  "member",
  "invitation",
  "session",
  "key",
  "secret",
  "identify",
  "person",
  "contact",
  "address",
  "button",
  "call",
  "reply",
  "tag",
  "conflict",
  "import",
  "webhook",
  "integration",
]);
export type Area = z.output<typeof Area>;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
export type Value = z.output<typeof Value>;

/** Per field its value, or its values before and after the change. Never a secret. */
export const Details = z.record(z.string(), z.union([Value, z.object({ from: Value, to: Value })]));
export type Details = z.output<typeof Details>;

export const Entry = z.object({
  id: Uuid,
  createdAt: Time,
  /** The name as it was then; an `accountId` of null is the command line. */
  actor: z.object({ accountId: Uuid.nullable(), name: z.string() }),
  what: EntryKind,
  subject: z.string(),
  details: Details,
});
export type Entry = z.input<typeof Entry>;

const Filter = z.object({
  actor: z.union([z.literal("command-line"), Id], { error: 'must be the id of an account, or "command-line".' }).optional(),
  kind: z
    .enum([...Area.options, ...EntryKind.options], { error: 'must be a kind such as "key.created", or an area such as "key".' })
    .optional(),
  /** From this moment on. */
  from: Moment.optional(),
  /** Before this moment. */
  to: Moment.optional(),
});
export type Filter = z.output<typeof Filter>;

export const listAudit = contract({
  method: "GET",
  path: "/api/w/{workspace}/audit",
  summary: "Who changed what, newest first",
  access: "session",
  role: "admin",
  params: InWorkspace,
  query: Filter.extend({ cursor: Cursor }),
  status: 200,
  output: Page(Entry),
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
  madePerMinute: 60,
  summary: "Every entry that is asked for, newest first, as a CSV file",
  access: "session",
  role: "admin",
  params: InWorkspace,
  query: Filter,
  status: 200,
  output: z.string(),
});
