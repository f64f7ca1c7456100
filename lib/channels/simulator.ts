import type { z } from "zod";
import { ingestMessage, transcript } from "@/lib/channels";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { playMessage } from "./contract";

type Played = z.output<typeof playMessage.body>;

async function workspaceOf(slug: string): Promise<string> {
  const workspace = env().DEMO === "1" && (await db().workspace.findUnique({ where: { slug }, select: { id: true } }));
  if (!workspace) throw new AppError("not_found", "The simulator runs in the demo only.");
  return workspace.id;
}

/** A message of the simulated customer goes through the code that every channel uses. @throws not_found outside the demo */
export async function play(slug: string, { id, from, text }: Played) {
  const workspaceId = await workspaceOf(slug);
  if (!("visitorId" in from)) return ingestMessage(workspaceId, from, { id, text });
  const { phone: typedPhone, ...visitor } = from;
  return ingestMessage(workspaceId, { ...visitor, typedPhone }, { id, text });
}

/** @throws not_found outside the demo */
export const watch = async (slug: string, of: Parameters<typeof transcript>[1]) => transcript(await workspaceOf(slug), of);
