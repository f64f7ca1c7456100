import type { Metadata } from "next";
import { z } from "zod";
import { CallsLink } from "@/components/calls/calls-link";
import { ActionSettings } from "@/components/settings/actions/action-settings";
import { PageHead } from "@/components/settings/shared/page-head";
import * as receivers from "@/lib/domain/receivers";
import { getActionSettings } from "@/lib/domain/receivers/contract";
import { settings } from "@/lib/domain/receivers/settings";
import { memberOf } from "@/lib/http/page";

export const metadata: Metadata = { title: "Actions" };

export default async function Actions({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const initial = z.encode(getActionSettings.output, await settings(workspace.id));

  return (
    <>
      <PageHead title="Actions">
        Buttons that agents press beside a chat. Each one makes a signed call to your server, which does the work and may answer with a note
        and an event.
      </PageHead>
      <ActionSettings workspace={workspace.slug} initial={initial} receivers={receivers.templates()} />
      <CallsLink workspace={workspace.slug} />
    </>
  );
}
