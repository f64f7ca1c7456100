import type { Metadata } from "next";
import { PageHead } from "@/components/settings/page-head";
import { PasswordForm } from "@/components/settings/password-form";
import { Panel } from "@/components/ui/panel";
import { memberOf } from "@/lib/api/page";

export const metadata: Metadata = { title: "Profile" };

export default async function Profile({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, account } = await memberOf((await params).workspace, "agent");

  return (
    <main className="mx-auto max-w-[560px] px-4 pt-5 pb-12 md:pt-8">
      <PageHead title="Profile">
        {account.name}, {account.email}
      </PageHead>
      <Panel title="Change password" description="You are signed out everywhere, here too, and sign in with the new one">
        <PasswordForm workspace={workspace.slug} email={account.email} />
      </Panel>
    </main>
  );
}
