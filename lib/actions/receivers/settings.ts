import * as buttons from "@/lib/actions/buttons";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import * as secrets from "@/lib/workspace/secrets";

/** Everything the settings page shows. */
export async function settings(workspaceId: string) {
  const [workspace, all, secret] = await Promise.all([
    db().workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { actionsUrl: true } }),
    buttons.list(workspaceId),
    secrets.view(workspaceId),
  ]);
  return { url: workspace.actionsUrl, buttons: all, secret, allowedOrigins: env().ACTIONS_ALLOW_ORIGINS };
}
