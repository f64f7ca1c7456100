import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { z } from "zod";
import { Texts } from "@/app/texts";
import { BackToStart } from "@/components/settings/shared/back-to-start";
import { LeaveGuard } from "@/components/settings/shared/leave-guard";
import { PageFrame } from "@/components/settings/shared/page-frame";
import { SettingsNav } from "@/components/settings/shared/settings-nav";
import { memberOf } from "@/lib/http/pages/page";
import * as conflicts from "@/lib/people/links/conflicts";
import { listConflicts } from "@/lib/people/links/contract";
import { version } from "@/lib/platform/health/version";
import { hasPlans } from "@/lib/workspace/workspaces";

type LayoutProps = { params: Promise<{ workspace: string }>; children: ReactNode };

export default async function SettingsLayout({ params, children }: LayoutProps) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("pages.settings");
  const waiting = z.encode(listConflicts.output, await conflicts.list(workspace.id, {}));
  return (
    <Texts part="settings">
      <div className="flex h-full flex-col md:flex-row">
        <LeaveGuard />
        <SettingsNav workspace={workspace.slug} hasPlans={hasPlans()} conflicts={waiting} />
        <main className="min-h-0 min-w-0 flex-1 overflow-y-auto">
          <PageFrame>
            <BackToStart workspace={workspace.slug} />
            {children}
            <p className="mt-12 text-soft text-xs">{t("version", { version })}</p>
          </PageFrame>
        </main>
      </div>
    </Texts>
  );
}
