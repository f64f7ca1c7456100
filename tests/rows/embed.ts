import * as helpdesks from "@/lib/desk/helpdesks";
import { deleteExpiredCodes } from "@/lib/desk/helpdesks/codes";
import { saveSettings } from "@/lib/desk/helpdesks/settings";
import { membershipOfSession } from "@/lib/http/auth/session";
import type { Role } from "@/lib/kernel/contract";
import { db } from "@/lib/platform/db";

type Acting = { agent: { id: string; name: string; role: Role }; sessionId: string; slug: string; userId: string; phone: string };

/** The statements of frames on other sites. `userId` and `phone` are of people who have chatted. */
export async function runEmbed(ws: string, { agent, sessionId, slug, userId, phone }: Acting): Promise<void> {
  const origin = "https://support.example.com";
  const by = { accountId: agent.id, name: agent.name };
  await saveSettings({ id: ws, slug }, by, { embed: { allowedOrigins: [origin], isOn: true } });
  const { code } = await helpdesks.createCode(ws, { sessionId, origin });
  await helpdesks.redeemCode(ws, { code, origin });
  await helpdesks.redeemCode(ws, { code, origin });
  await membershipOfSession(sessionId, slug);
  const viewer = { kind: "agent", ...agent } as const;
  await helpdesks.read(ws, viewer, { userId });
  await helpdesks.read(ws, viewer, { phone });
  await helpdesks.watched(ws, viewer, { userId });
  const { id } = await db().person.findFirstOrThrow({ where: { workspaceId: ws, phone }, select: { id: true } });
  await new Promise<void>((wake) => helpdesks.waitUntilKnown(ws, { subject: { phone }, wake }, [{ people: [id] }]));
  await deleteExpiredCodes();
}
