/**
 * Attribute display is a workspace's choice of how attributes of contacts are shown: order, group, name and format. Their values belong
 * to the contact.
 */

import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/db/lock-row";
import { type Runner, rows } from "@/lib/platform/db/rows";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { diff } from "@/lib/workspace/audit/diff";
import type { AttributeDisplay, DisplaySettings, SeenAttribute } from "./contract";
import { saveStatement, seenStatement, settingsStatement } from "./sql";

const sampled = { contacts: 200, attributes: 200 } as const;

export async function read(workspaceId: string, on: Runner = db()): Promise<DisplaySettings> {
  const [row] = await rows(on, settingsStatement)(workspaceId);
  if (!row) throw new Error(`Workspace ${workspaceId} is missing.`);
  return row;
}

/** How these attributes are shown. */
export async function of(workspaceId: string, attributes: object): Promise<AttributeDisplay[]> {
  return (await read(workspaceId)).items.filter(({ key }) => Object.hasOwn(attributes, key));
}

/** One line for the audit log: "plan: Plan, Billing, pinned, badge good". */
function described({ key, name, group, isPinned, isListed, format: { kind, ...options } }: AttributeDisplay): string {
  const parts = [name, group, isPinned && "pinned", isListed && "in lists", [kind, ...Object.values(options)].join(" ")];
  return `${key}: ${parts.filter(Boolean).join(", ")}`;
}

/** Replaces the list. `version` is that of the list that was changed. @throws conflict when somebody changed it meanwhile */
export async function save(workspaceId: string, by: Actor, { items, version }: DisplaySettings): Promise<DisplaySettings> {
  return db().$transaction(async (tx) => {
    // Locked until the transaction ends, so that of two admins with the same version one gets the conflict.
    await lockRow(tx, "workspace", workspaceId);
    const { name } = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true } });
    const before = await read(workspaceId, tx);
    if (before.version !== version)
      throw new AppError("conflict", "Somebody else has changed the attributes meanwhile. Reload the page and make your changes again.");
    const [saved] = await rows(tx, saveStatement)(workspaceId, JSON.stringify(items));
    if (!saved) throw new Error(`Workspace ${workspaceId} is missing.`);
    const details = diff({ attributes: before.items.map(described) }, { attributes: saved.items.map(described) });
    if (details) await audit.record(tx, workspaceId, by, { what: "workspace.attributes_changed", subject: name, details });
    return saved;
  });
}

/** The attributes of the contacts that were seen last, the most frequent first. */
export async function seen(workspaceId: string): Promise<{ items: SeenAttribute[] }> {
  return { items: await rows(db(), seenStatement)(workspaceId, sampled.contacts, sampled.attributes) };
}
