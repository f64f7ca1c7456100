import type { Metadata } from "next";
import { z } from "zod";
import { PasswordForm } from "@/components/settings/profile/password-form";
import { Sessions } from "@/components/settings/profile/sessions";
import { PageHead } from "@/components/settings/shared/page-head";
import { Panel } from "@/components/ui/panel";
import * as sessions from "@/lib/domain/sessions";
import { listSessions } from "@/lib/domain/sessions/contract";
import { memberOf } from "@/lib/http/page";

export const metadata: Metadata = { title: "Profile" };

export default async function Profile({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, account, sessionId } = await memberOf((await params).workspace, "agent");
  const initial = z.encode(listSessions.output, await sessions.list(account.id, sessionId));

  return (
    <main className="mx-auto max-w-[560px] px-4 pt-5 pb-12 md:pt-8">
      <PageHead title="Profile">
        {account.name}, {account.email}
      </PageHead>
      <Panel title="Change password" description="You are signed out everywhere, here too, and sign in with the new one">
        <PasswordForm workspace={workspace.slug} email={account.email} />
      </Panel>
      <Sessions workspace={workspace.slug} initial={initial} />
    </main>
  );
}
