import { ingestMessage, transcript } from "@/lib/channels";
import { AppError } from "@/lib/kernel/errors";
import type { WhatsAppIds } from "@/lib/people";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

type SimulatedSender =
  | ({ channel: "whatsapp"; username?: string | undefined; name?: string | undefined } & WhatsAppIds)
  | {
      channel: "website";
      visitorId: string;
      name?: string | undefined;
      email?: string | undefined;
      phone?: string | undefined;
      userId?: string | undefined;
    };

async function workspaceOf(slug: string): Promise<string> {
  const workspace = env().DEMO === "1" && (await db().workspace.findUnique({ where: { slug }, select: { id: true } }));
  if (!workspace) throw new AppError("not_found", "The simulator runs in the demo only.");
  return workspace.id;
}

/** A message of the simulated customer goes through the code that every channel uses. @throws not_found outside the demo */
export async function play(slug: string, { id, from, text }: { id: string; from: SimulatedSender; text: string }) {
  const workspaceId = await workspaceOf(slug);
  if (from.channel === "whatsapp") return ingestMessage(workspaceId, from, { id, text });
  const { phone: typedPhone, ...visitor } = from;
  return ingestMessage(workspaceId, { ...visitor, typedPhone }, { id, text });
}

/** @throws not_found outside the demo */
export const watch = async (slug: string, of: Parameters<typeof transcript>[1]) => transcript(await workspaceOf(slug), of);
