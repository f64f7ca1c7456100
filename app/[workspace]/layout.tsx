import type { ReactNode } from "react";
import { DeskProviders } from "@/components/shell/desk-providers";
import { Shell } from "@/components/shell/shell";
import { memberOf } from "@/lib/http/page";

type LayoutProps = { params: Promise<{ workspace: string }>; children: ReactNode };

export default async function WorkspaceLayout({ params, children }: LayoutProps) {
  const { workspace, account, role } = await memberOf((await params).workspace, "agent");
  return (
    <DeskProviders>
      <Shell workspace={workspace} account={account} isAdmin={role !== "agent"}>
        {children}
      </Shell>
    </DeskProviders>
  );
}
