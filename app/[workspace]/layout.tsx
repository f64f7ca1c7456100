import type { ReactNode } from "react";
import { Texts } from "@/app/texts";
import { Commands } from "@/components/commands/commands";
import { DeskProviders } from "@/components/shell/desk-providers";
import type { Paused } from "@/components/shell/paused-notice";
import { settingsPath } from "@/components/shell/settings-sections";
import { Shell } from "@/components/shell/shell";
import { memberOf } from "@/lib/http/pages/page";
import * as integrations from "@/lib/workspace/integrations";
import { hasPlans } from "@/lib/workspace/workspaces";

type LayoutProps = { params: Promise<{ workspace: string }>; children: ReactNode };

async function pausedOf({ id, slug }: { id: string; slug: string }): Promise<Paused[]> {
  const paused = await integrations.paused(id);
  return paused.map(({ kind, reason }) => ({
    name: integrations.nameOf(kind),
    reason,
    // The settings of a channel have its name.
    href: settingsPath(slug, kind === "chatwoot" || kind === "embed" ? "helpdesks" : kind),
  }));
}

export default async function WorkspaceLayout({ params, children }: LayoutProps) {
  const { workspace, account, role } = await memberOf((await params).workspace, "agent");
  const isAdmin = role !== "agent";
  return (
    <Texts part="desk">
      <DeskProviders>
        <Commands workspace={workspace.slug}>
          <Shell
            workspace={workspace}
            account={account}
            isAdmin={isAdmin}
            hasPlans={hasPlans()}
            paused={isAdmin ? await pausedOf(workspace) : []}
          >
            {children}
          </Shell>
        </Commands>
      </DeskProviders>
    </Texts>
  );
}
