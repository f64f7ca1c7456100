import { db } from "@/lib/platform/db";

type Names = { phone?: string | undefined; channelUserId?: string | undefined; visitorId?: string | undefined };

/** What the customer sees of their chats: never a note, a card or an action. */
export async function transcript(workspaceId: string, { phone, channelUserId, visitorId }: Names) {
  const named = { ...(phone && { phone }), ...(channelUserId && { channelUserId }), ...(visitorId && { visitorId }) };
  if (Object.keys(named).length === 0) return { messages: [] };
  const chats = await db().chat.findMany({ where: { workspaceId, person: { workspaceId, ...named } }, select: { id: true } });
  const rows = await db().chatItem.findMany({
    where: { workspaceId, kind: "message", chatId: { in: chats.map(({ id }) => id) } },
    orderBy: [{ createdAt: "desc" }, { seq: "desc" }],
    take: 100,
  });
  return {
    messages: rows.reverse().map(({ id, author, text, createdAt }) => ({
      id,
      author: author === "customer" ? ("customer" as const) : ("agent" as const),
      text: text ?? "",
      createdAt,
    })),
  };
}
