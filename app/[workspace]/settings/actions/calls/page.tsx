import type { Metadata } from "next";
import { z } from "zod";
import { CallLog } from "@/components/calls/call-log";
import { PageHead } from "@/components/settings/shared/page-head";
import * as buttons from "@/lib/domain/buttons";
import { listCalls } from "@/lib/domain/calls/contract";
import * as calls from "@/lib/domain/calls/log";
import { memberOf } from "@/lib/http/page";

export const metadata: Metadata = { title: "Calls" };

export default async function Calls({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const [first, known] = await Promise.all([calls.list(workspace.id, {}), buttons.list(workspace.id)]);

  return (
    <>
      <PageHead title="Calls">
        What buttons sent to your server, what it answered, and what became of it. Each sending has a row; they are kept for 30 days.
      </PageHead>
      <CallLog
        workspace={workspace.slug}
        buttons={known.map(({ id, label }) => ({ id, label }))}
        first={z.encode(listCalls.output, first)}
      />
    </>
  );
}
