import { randomBytes } from "node:crypto";
import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";
import { hashOf } from "@/lib/workspace/accounts/link";
import { isFrameOrigin } from "./origins";
import type { AgentClaims } from "./tokens";

const validMs = 60_000;

/**
 * The one-time code that a window of our own gives to the frame that opened it. Bound to the session and to the site that shows the
 * frame. Only its hash is stored. @throws forbidden for a site that no admin entered
 */
export async function createCode(workspaceId: string, { sessionId, origin }: { sessionId: string; origin: string }) {
  if (!(await isFrameOrigin(workspaceId, origin))) {
    throw new AppError("forbidden", `${origin} may not show Beside. An admin can add it in Settings → Channels → Helpdesks.`);
  }
  const code = randomBytes(32).toString("base64url");
  const createdAt = currentTime();
  const expiresAt = new Date(createdAt.getTime() + validMs);
  await db().embedCode.create({ data: { hash: hashOf(code), workspaceId, sessionId, origin, createdAt, expiresAt } });
  return { code, expiresAt };
}

const RedeemedRow = z.strictObject({ sessionId: z.uuid() });

/** The session behind a code, once; undefined when it was used, has expired, or is for another workspace or site. */
export async function redeemCode(
  workspaceId: string,
  { code, origin }: { code: string; origin: string },
): Promise<AgentClaims | undefined> {
  const now = currentTime();
  const [row] = await rows(db(), { row: RedeemedRow, workspace: workspaceId, writes: true })`
    update embed_code set used_at = ${now}
    where hash = ${hashOf(code)} and workspace_id = ${workspaceId}::uuid and origin = ${origin} and used_at is null and expires_at > ${now}
    returning session_id as "sessionId"`;
  return row && { workspaceId, sessionId: row.sessionId, origin };
}

/** Removes codes that nobody can redeem any more. There are few, so they need no batches. */
export async function deleteExpiredCodes(): Promise<void> {
  await db().embedCode.deleteMany({ where: { expiresAt: { lt: new Date(currentTime().getTime() - validMs) } } });
}
