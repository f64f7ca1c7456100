import { createHash, randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { z } from "zod";
import { PrismaClient } from "@/lib/platform/db/client/client";

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env["DATABASE_URL"] ?? "", max: 10 }) });

const Body = z.object({
  event: z.string().trim().min(1).max(120),
  userId: z.string().min(1).max(255),
  level: z.enum(["problem", "info"]).optional(),
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});
const dayMs = 24 * 60 * 60 * 1000;

/** The endpoint as it is usually written on this stack: an interactive transaction with one query per step. */
export async function POST(request: Request): Promise<Response> {
  const key = (request.headers.get("authorization") ?? "").replace(/^Bearer /i, "");
  const hash = createHash("sha256").update(key).digest("base64url");
  const apiKey = await prisma.apiKey.findUnique({ where: { hash }, include: { workspace: true } });
  if (!apiKey) return Response.json({ error: { code: "invalid_key", message: "This key is wrong." } }, { status: 401 });
  if (apiKey.workspace.plan === "free")
    return Response.json({ error: { code: "plan_required", message: "Pro is needed." } }, { status: 402 });
  const parsed = Body.safeParse(await request.json());
  if (!parsed.success) return Response.json({ error: { code: "invalid_request", message: parsed.error.message } }, { status: 400 });

  const { workspaceId } = apiKey;
  const { event, userId, properties, level = /fail|declin|reject/i.test(event) ? "problem" : "info" } = parsed.data;
  const now = new Date();
  const saved = await prisma.$transaction(async (tx) => {
    const contact = await tx.contact.upsert({
      where: { workspaceId_userId: { workspaceId, userId } },
      create: { workspaceId, id: randomUUID(), userId, createdAt: now, updatedAt: now },
      update: {},
    });
    const active = { status: "open", lastMessageAt: { gte: new Date(now.getTime() - dayMs) } } as const;
    const chats = await tx.chat.findMany({ where: { workspaceId, ...active, person: { contactId: contact.id } } });
    const about = { event, level, properties, occurredAt: now, receivedAt: now };
    const recorded = await tx.event.create({
      data: { workspaceId, id: randomUUID(), contactId: contact.id, ...about, postedToConversations: chats.length },
    });
    for (const { id } of chats) {
      const where = { workspaceId_id: { workspaceId, id } };
      const { lastSeq: seq } = await tx.chat.update({ where, data: { lastSeq: { increment: 1 }, lastItemAt: now } });
      const card = { kind: "card", author: "system", eventId: recorded.id, createdAt: now } as const;
      await tx.chatItem.create({ data: { workspaceId, chatId: id, seq, id: randomUUID(), ...card, data: { event, level, properties } } });
    }
    return recorded;
  });
  const { id, occurredAt, postedToConversations } = saved;
  return Response.json({ id, event, level, occurredAt, postedToConversations }, { status: 201 });
}
