import { withoutQuery } from "@/lib/kernel/redact";
import type { Prisma } from "@/lib/platform/db/client/client";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { diff } from "@/lib/workspace/audit/diff";
import type { Button } from "./contract";

type Tx = Prisma.TransactionClient;
type Changed<T> = { before: T; after: T };

export async function recordAddressChange(
  tx: Tx,
  workspaceId: string,
  by: Actor,
  { before, after }: Changed<string | null>,
): Promise<void> {
  const address = { from: withoutQuery(before), to: withoutQuery(after) };
  await audit.record(tx, workspaceId, by, {
    what: "address.changed",
    subject: withoutQuery(after) ?? withoutQuery(before) ?? "",
    details: { address },
  });
}

/** One field per option, so that an entry lists exactly the options that changed. */
function flatten({ label, action, options: { shownWhen, ...options } }: Button) {
  const { attribute, problem, contact } = shownWhen;
  const conditions = {
    shownWhenAttribute: attribute && `${attribute.name} is ${JSON.stringify(attribute.equals)}`,
    shownWhenProblem: problem,
    shownWhenContactKnown: contact,
  };
  return { label, action, ...options, ...conditions };
}

/** Editing a button and switching it on or off are separate entries. */
export async function recordButtonChange(tx: Tx, workspaceId: string, by: Actor, { before, after }: Changed<Button>): Promise<void> {
  const details = diff(flatten(before), flatten(after));
  if (details) await audit.record(tx, workspaceId, by, { what: "button.changed", subject: before.label, details });
  if (before.enabled === after.enabled) return;
  const what = after.enabled ? "button.switched_on" : "button.switched_off";
  await audit.record(tx, workspaceId, by, { what, subject: after.label });
}

export async function recordOrderChange(tx: Tx, workspaceId: string, by: Actor, { before, after }: Changed<Button[]>): Promise<void> {
  const isSame = before.every(({ id }, index) => after[index]?.id === id);
  if (isSame) return;
  const order = { from: before.map(({ label }) => label), to: after.map(({ label }) => label) };
  await audit.record(tx, workspaceId, by, { what: "button.reordered", subject: "", details: { order } });
}
