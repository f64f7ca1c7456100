import { db } from "@/lib/platform/db";
import type { ChangeNotification } from "@/lib/platform/notify";
import { knownVisitor } from "./known-visitor";

/** What a visitor's stream listens for. */
export type Watched = { personId: string; chatIds: ReadonlySet<string> };

const maxChats = 100;

/** Undefined before the visitor is known. */
export async function watched(workspaceId: string, visitorId: string): Promise<Watched | undefined> {
  const visitor = await knownVisitor(workspaceId, visitorId);
  if (!visitor) return undefined;
  const { personId } = visitor;
  const chats = await db().chat.findMany({
    where: { workspaceId, personId },
    orderBy: { createdAt: "desc" },
    take: maxChats,
    select: { id: true },
  });
  return { personId, chatIds: new Set(chats.map(({ id }) => id)) };
}

/** Whether a notification is, or may be, about one of the visitor's chats. What is only added to very many is for the team. */
export const concerns = ({ chatIds }: Watched, { chats = [], reset = [], again }: ChangeNotification): boolean =>
  again === "changed" || chats.some(({ id }) => chatIds.has(id)) || reset.some((id) => chatIds.has(id));
