import type { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import type { Actor } from "@/lib/workspace/audit/contract";
import * as integrations from "@/lib/workspace/integrations";
import type { EmbedSettings } from "@/lib/workspace/integrations/shared/settings";
import type { getHelpdesks, saveHelpdesks } from "./contract";

type Change = z.output<typeof saveHelpdesks.body>;

const none: EmbedSettings = { allowedOrigins: [], isOn: false };

/** Which tools may show the panel, without secrets, and the paths to copy. */
export async function readSettings(workspace: { id: string; slug: string }): Promise<z.output<typeof getHelpdesks.output>> {
  const [chatwoot, embed] = await Promise.all([
    integrations.read(workspace.id, "chatwoot"),
    integrations.settingsOf(workspace.id, "embed"),
  ]);
  const path = `/${encodeURIComponent(workspace.slug)}/embed`;
  return {
    chatwoot: chatwoot ? chatwootView(chatwoot) : null,
    embed: embed ?? none,
    addresses: { chatwoot: `${path}?helpdesk=chatwoot`, embed: path },
  };
}

function chatwootView(found: integrations.Integration<"chatwoot">) {
  const { settings, secrets, ...state } = integrations.publicViewOf(found);
  return { ...settings, ...state, apiToken: secrets["apiToken"] ?? null };
}

/** Changes the given parts, or none. @throws invalid_request, not_found */
export async function saveSettings(workspace: { id: string; slug: string }, by: Actor, { chatwoot, embed }: Change) {
  await db().$transaction(async (tx) => {
    if (chatwoot) {
      const { apiToken, ...settings } = chatwoot;
      if (!apiToken) await keepsToken(tx, workspace.id, settings.origin);
      await integrations.save(tx, workspace.id, "chatwoot", { settings, secrets: apiToken ? { apiToken } : {} }, by);
    }
    if (embed) await integrations.save(tx, workspace.id, "embed", { settings: embed }, by);
  });
  if (chatwoot === null) await integrations.remove(workspace.id, "chatwoot", by);
  return readSettings(workspace);
}

/** A stored token goes only to the site that it was entered for: another origin needs it entered again. @throws invalid_request */
async function keepsToken(tx: Prisma.TransactionClient, workspaceId: string, origin: string): Promise<void> {
  const before = await integrations.read(workspaceId, "chatwoot", tx).catch(() => undefined);
  if (!before?.secrets.apiToken || before.settings.origin === origin) return;
  throw new AppError("invalid_request", "chatwoot.apiToken must be entered again: the stored one is for another address.");
}
