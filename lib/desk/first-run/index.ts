/**
 * The first run leads an admin from an empty workspace to a red card and an answered button, by steps that are done when what they make is
 * there. It is nothing that is done for the admin, and no agent sees it.
 */

import { Probe } from "@/lib/actions/receivers/contract";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";
import type { FirstRun } from "./contract";
import { firstRunStatement } from "./sql";

export async function read(workspaceId: string): Promise<FirstRun> {
  const [row] = await rows(db(), firstRunStatement)(workspaceId, Probe.options.length);
  if (!row) throw new Error(`Workspace ${workspaceId} is missing.`);
  const { putAway, samples, latest, website, chats, ...done } = row;
  return { done, latest, isWebsiteOn: website, hasChats: chats, isPutAway: putAway, samples };
}

/** For all admins of the workspace. */
export async function putAway(workspaceId: string, { isPutAway }: { isPutAway: boolean }): Promise<{ isPutAway: boolean }> {
  await db().workspace.update({ where: { id: workspaceId }, data: { firstRunPutAwayAt: isPutAway ? currentTime() : null } });
  return { isPutAway };
}
