import type { Metadata } from "next";
import { RetentionChoice } from "@/components/settings/data/retention-choice";
import { PageHead } from "@/components/settings/shared/page-head";
import * as retention from "@/lib/domain/retention";
import { memberOf } from "@/lib/http/page";

export const metadata: Metadata = { title: "Data" };

export default async function DataPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, role } = await memberOf((await params).workspace, "admin");
  const initial = await retention.view(workspace.id);

  return (
    <>
      <PageHead title="Data">
        How long what your server sends is kept. Contacts, chats and messages stay until you delete them; action calls and requests are kept
        for 30 days.
      </PageHead>
      <RetentionChoice workspace={workspace.slug} mayChoose={role === "owner"} initial={initial} />
    </>
  );
}
