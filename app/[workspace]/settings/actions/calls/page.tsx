import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { CallLog } from "@/components/calls/call-log";
import { PageHead } from "@/components/settings/page-head";
import * as actions from "@/lib/actions";
import { memberOf } from "@/lib/api/page";
import * as calls from "@/lib/calls";
import { listCalls } from "@/lib/calls/contract";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.calls") };
}

export default async function Calls({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const [first, { buttons }] = await Promise.all([calls.list(workspace.id, {}), actions.settings(workspace.id)]);

  return (
    <>
      <PageHead title={t("sections.calls")}>{t("calls.intro")}</PageHead>
      <CallLog
        workspace={workspace.slug}
        buttons={buttons.map(({ id, label }) => ({ id, label }))}
        first={z.encode(listCalls.output, first)}
      />
    </>
  );
}
