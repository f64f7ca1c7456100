import type { Area, Details, Entry, Value, What } from "@/lib/domain/audit/contract";

type Told = Pick<Entry, "subject" | "details">;
type Words = {
  /** What a list of kinds calls it. */
  name: string;
  /** The sentence behind the actor's name. */
  says: (entry: Told) => string;
};

const quoted = (text: string) => `“${text}”`;
const became = (details: Details, field: string): Value => {
  const value = details[field];
  return value !== null && typeof value === "object" && "to" in value ? value.to : (value ?? null);
};

/** What people read of an entry; an entry itself holds no sentence. */
export const words: Record<What, Words> = {
  "workspace.created": { name: "Workspace created", says: ({ subject }) => `created the workspace ${quoted(subject)}` },
  "workspace.retention_changed": { name: "Retention changed", says: () => "changed how long events are kept" },
  "plan.changed": { name: "Plan changed", says: ({ details }) => `changed the plan to ${textOf(became(details, "plan"))}` },
  "member.added": { name: "Member added", says: ({ subject }) => `added the member ${subject}` },
  "member.role_changed": { name: "Role changed", says: ({ subject }) => `changed the role of ${subject}` },
  "member.removed": { name: "Member removed", says: ({ subject }) => `removed the member ${subject}` },
  "member.left": { name: "Member left", says: () => "left the workspace" },
  "member.password_reset": { name: "Password reset", says: ({ subject }) => `gave ${subject} a new password` },
  "member.password_changed": { name: "Own password changed", says: () => "changed their own password" },
  "member.reset_link_made": { name: "Reset link made", says: ({ subject }) => `made a link for ${subject} to choose a new password` },
  "member.reset_link_used": { name: "Reset link used", says: () => "chose a new password by a link" },
  "invitation.made": { name: "Invitation made", says: ({ subject }) => `invited ${subject}` },
  "invitation.revoked": { name: "Invitation revoked", says: ({ subject }) => `revoked the invitation of ${subject}` },
  "invitation.accepted": { name: "Invitation accepted", says: () => "accepted the invitation" },
  "session.signed_in": { name: "Signed in", says: () => "signed in" },
  "session.refused": { name: "Sign-in refused", says: ({ subject }) => `failed to sign in as ${subject}` },
  "session.signed_out": { name: "Signed out", says: () => "signed out" },
  "session.ended": { name: "Session ended", says: () => "ended a session of theirs from elsewhere" },
  "key.created": { name: "API key made", says: ({ subject }) => `made the API key ${quoted(subject)}` },
  "key.renamed": { name: "API key renamed", says: ({ subject }) => `renamed the API key ${quoted(subject)}` },
  "key.rotated": { name: "API key rotated", says: ({ subject }) => `rotated the API key ${quoted(subject)}` },
  "key.overlap_ended": { name: "Old API key ended", says: ({ subject }) => `ended the old API key of ${quoted(subject)} before its time` },
  "key.revoked": { name: "API key revoked", says: ({ subject }) => `revoked the API key ${quoted(subject)}` },
  "secret.revealed": { name: "Secret revealed", says: () => "revealed the signing secret" },
  "secret.rotated": { name: "Secret rotated", says: () => "rotated the signing secret" },
  "secret.overlap_ended": { name: "Overlap ended", says: () => "ended the overlap of two signing secrets" },
  "secret.older_dropped": { name: "Older secret dropped", says: () => "dropped the older signing secret to rotate again" },
  "secret.resealed": { name: "Secrets sealed anew", says: () => "sealed the signing secrets with a new key of the installation" },
  "address.changed": {
    name: "Address changed",
    says: ({ details }) => (became(details, "address") === null ? "removed the address for buttons" : "changed the address for buttons"),
  },
  "button.added": { name: "Button added", says: ({ subject }) => `added the button ${quoted(subject)}` },
  "button.changed": { name: "Button changed", says: ({ subject }) => `changed the button ${quoted(subject)}` },
  "button.switched_on": { name: "Button switched on", says: ({ subject }) => `switched the button ${quoted(subject)} on` },
  "button.switched_off": { name: "Button switched off", says: ({ subject }) => `switched the button ${quoted(subject)} off` },
  "button.reordered": { name: "Buttons reordered", says: () => "put the buttons into another order" },
  "button.removed": { name: "Button removed", says: ({ subject }) => `removed the button ${quoted(subject)}` },
  "call.resent": { name: "Call resent", says: ({ subject }) => `sent the call of ${quoted(subject)} again` },
};

export const areas: Record<Area, string> = {
  workspace: "Workspace",
  plan: "Plan",
  member: "Members",
  invitation: "Invitations",
  session: "Sign-ins",
  key: "API keys",
  secret: "Signing secret",
  address: "Address",
  button: "Buttons",
  call: "Calls",
};

/** "Olga Owner revealed the signing secret". */
export const sentenceOf = (entry: Told & Pick<Entry, "what" | "actor">): string => `${entry.actor.name} ${words[entry.what].says(entry)}`;

export type Line = { name: string; from?: string; to: string };

/** The details, one line a field: what changed first, since the database keeps fields in an order of its own. */
export const linesOf = (details: Details): Line[] =>
  Object.entries(details)
    .map(([field, value]) =>
      value !== null && typeof value === "object" && "to" in value
        ? { name: nameOf(field), from: textOf(value.from), to: textOf(value.to) }
        : { name: nameOf(field), to: textOf(value) },
    )
    .sort((a, b) => Number("from" in b) - Number("from" in a));

const names: Record<string, string> = {
  action: "Identifier",
  eventsKeptDays: "Days that events are kept",
  email: "E-mail",
  wrong: "Wrong passwords",
  blocked: "Blocked after too many",
  enabled: "Shown to agents",
};

/** "confirmText" is "Confirm text". */
const nameOf = (field: string): string => {
  const spaced = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return names[field] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

function textOf(value: Value): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(", ") || "none" : String(value);
}
