import type { Metadata } from "next";
import { z } from "zod";
import { AuditLog } from "@/components/settings/audit-log";
import { PageHead } from "@/components/settings/page-head";
import { memberOf } from "@/lib/api/page";
import * as audit from "@/lib/audit";
import { listActors, listAudit } from "@/lib/audit/contract";

export const metadata: Metadata = { title: "Audit" };

export default async function AuditPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const [page, actors] = await Promise.all([audit.list(workspace.id, {}), audit.actors(workspace.id)]);

  return (
    <>
      <PageHead title="Audit">
        Who changed keys, secrets, buttons, members and the plan, who signed in, and when. Entries are kept for ever: nobody can change or
        remove one.
      </PageHead>
      <AuditLog workspace={workspace.slug} firstPage={z.encode(listAudit.output, page)} actors={z.encode(listActors.output, actors)} />
    </>
  );
}
