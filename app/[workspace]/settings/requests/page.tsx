import type { Metadata } from "next";
import { z } from "zod";
import { RequestLog } from "@/components/settings/requests/request-log";
import { PageHead } from "@/components/settings/shared/page-head";
import * as requests from "@/lib/domain/request-log";
import { listRequests } from "@/lib/domain/request-log/contract";
import { memberOf } from "@/lib/http/page";

export const metadata: Metadata = { title: "Requests" };

export default async function RequestsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const page = await requests.list(workspace.id, {});

  return (
    <>
      <PageHead title="Requests">
        What your server called with a key of this workspace in the last 30 days: up to 60 answered and 120 refused calls a minute, the
        newest 10,000. What was sent is not kept. A call whose key is missing or wrong belongs to no workspace, so it is not here.
      </PageHead>
      <RequestLog workspace={workspace.slug} firstPage={z.encode(listRequests.output, page)} />
    </>
  );
}
