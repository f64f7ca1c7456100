import { db } from "@/lib/platform/db";
import { ChatwootSettings, EmbedSettings } from "@/lib/workspace/integrations/shared/settings";

type Found = { chatwoot: string | undefined; all: string[] };

/**
 * The sites that may show the panel of a workspace in a frame, as admins entered them: Chatwoot's and those of other tools. Whoever
 * asks for the frame reads them in its headers, so an unknown workspace is only one without sites.
 */
async function sitesWhere(where: { workspaceId: string } | { workspace: { slug: string } }): Promise<Found> {
  const rows = await db().integration.findMany({
    where: { ...where, kind: { in: ["chatwoot", "embed"] } },
    select: { kind: true, settings: true },
  });
  const found: Found = { chatwoot: undefined, all: [] };
  for (const { kind, settings } of rows) {
    if (kind === "chatwoot") {
      const { isOn, origin } = ChatwootSettings.parse(settings);
      if (isOn) found.chatwoot = origin;
    } else {
      const { isOn, allowedOrigins } = EmbedSettings.parse(settings);
      if (isOn) found.all.push(...allowedOrigins);
    }
  }
  return { chatwoot: found.chatwoot, all: [...new Set([...found.all, ...(found.chatwoot ? [found.chatwoot] : [])])] };
}

/** For the policy of the frame's page (`frame-ancestors`). */
export const frameOriginsOf = async (slug: string): Promise<string[]> => (await sitesWhere({ workspace: { slug } })).all;

/** The one site whose messages the frame believes to come from Chatwoot. */
export const chatwootOriginOf = async (slug: string): Promise<string | undefined> => (await sitesWhere({ workspace: { slug } })).chatwoot;

export const isFrameOrigin = async (workspaceId: string, origin: string): Promise<boolean> =>
  (await sitesWhere({ workspaceId })).all.includes(origin);
