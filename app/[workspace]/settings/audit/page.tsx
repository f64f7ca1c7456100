import type { Metadata } from "next";
import { z } from "zod";
import { AuditLog } from "@/components/settings/audit/audit-log";
import { PageHead } from "@/components/settings/shared/page-head";
import * as audit from "@/lib/domain/audit";
import { listActors, listAudit } from "@/lib/domain/audit/contract";
import { memberOf } from "@/lib/http/page";

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
