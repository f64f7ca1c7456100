import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { StartLink } from "@/app/start-link";
import { CallLog } from "@/components/actions/calls/call-log";
import { PageHead } from "@/components/settings/shared/page-head";
import * as buttons from "@/lib/actions/buttons";
import { listCalls } from "@/lib/actions/calls/contract";
import * as calls from "@/lib/actions/calls/log";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.calls") };
}

export default async function Calls({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const [firstPage, allButtons] = await Promise.all([calls.list(workspace.id, {}), buttons.list(workspace.id)]);
  const t = await getTranslations("settings");

  return (
    <>
      <PageHead title={t("sections.calls")}>{t("calls.intro")}</PageHead>
      <CallLog
        workspace={workspace.slug}
        buttons={allButtons.map(({ id, label }) => ({ id, label }))}
        firstPage={z.encode(listCalls.output, firstPage)}
        whenEmpty={<StartLink workspace={workspace.slug} step="receiver" />}
      />
    </>
  );
}
