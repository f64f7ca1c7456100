import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { memberOf } from "@/lib/http/page";

type LayoutProps = { params: Promise<{ workspace: string }>; children: ReactNode };

export default async function WorkspaceLayout({ params, children }: LayoutProps) {
  const { workspace, account, role } = await memberOf((await params).workspace, "agent");
  return (
    <Shell workspace={workspace} account={account} isAdmin={role !== "agent"}>
      {children}
    </Shell>
  );
}
