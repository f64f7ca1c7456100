import type { Prisma } from "@/lib/platform/db/client/client";
import type { Runner } from "@/lib/platform/db/rows";
import type { Mentioned } from "./contract";
import { isMentioned } from "./shared/mentions";

type Note = { kind: "message" | "note"; text: string; mentions?: string[] | undefined };

/**
 * The members whom a note mentions, by the names that they have now. Somebody who left meanwhile, or whose name is no longer in the text,
 * is left out: the note must not fail for it.
 */
export async function mentionedIn(
  on: Runner & Pick<Prisma.TransactionClient, "member">,
  workspaceId: string,
  { kind, text, mentions = [] }: Note,
): Promise<Mentioned[]> {
  if (kind !== "note" || mentions.length === 0) return [];
  const members = await on.member.findMany({
    where: { workspaceId, accountId: { in: mentions } },
    select: { account: { select: { id: true, name: true } } },
    orderBy: { accountId: "asc" },
  });
  return members.map(({ account }) => account).filter(({ name }) => isMentioned(text, name));
}
