import * as audit from "@/lib/domain/audit";
import type { Actor } from "@/lib/domain/audit/contract";
import { diff } from "@/lib/domain/audit/diff";
import type { Prisma } from "@/lib/platform/db/client/client";
import type { Button } from "./contract";

type Tx = Prisma.TransactionClient;
type Changed<T> = { before: T; after: T };

/** What stands behind the ? may be a password of a receiver's, and the log is read for ever. */
function shown(url: string | null): string | null {
  if (!url?.includes("?")) return url;
  return `${url.slice(0, url.indexOf("?"))}?…`;
}

export async function addressNoted(tx: Tx, workspaceId: string, by: Actor, { before, after }: Changed<string | null>): Promise<void> {
  const address = { from: shown(before), to: shown(after) };
  await audit.record(tx, workspaceId, by, { what: "address.changed", subject: shown(after) ?? shown(before) ?? "", details: { address } });
}

/** Field by field, so that a change is told as what changed. */
function plain({ label, action, options: { shownWhen, ...options } }: Button) {
  const { attribute, problem, contact } = shownWhen;
  const conditions = {
    shownWhenAttribute: attribute && `${attribute.name} is ${JSON.stringify(attribute.equals)}`,
    shownWhenProblem: problem,
    shownWhenContactKnown: contact,
  };
  return { label, action, ...options, ...conditions };
}

/** A button that became another, and one that was switched, are two things to have done. */
export async function buttonNoted(tx: Tx, workspaceId: string, by: Actor, { before, after }: Changed<Button>): Promise<void> {
  const details = diff(plain(before), plain(after));
  if (details) await audit.record(tx, workspaceId, by, { what: "button.changed", subject: before.label, details });
  if (before.enabled === after.enabled) return;
  const what = after.enabled ? "button.switched_on" : "button.switched_off";
  await audit.record(tx, workspaceId, by, { what, subject: after.label });
}

export async function orderNoted(tx: Tx, workspaceId: string, by: Actor, { before, after }: Changed<Button[]>): Promise<void> {
  const isSame = before.every(({ id }, place) => after[place]?.id === id);
  if (isSame) return;
  const order = { from: before.map(({ label }) => label), to: after.map(({ label }) => label) };
  await audit.record(tx, workspaceId, by, { what: "button.reordered", subject: "", details: { order } });
}
