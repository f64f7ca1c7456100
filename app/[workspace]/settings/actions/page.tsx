import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { CallsLink } from "@/components/actions/calls/calls-link";
import { ActionSettings } from "@/components/settings/actions/action-settings";
import { PageHead } from "@/components/settings/shared/page-head";
import * as receivers from "@/lib/actions/receivers";
import { getActionSettings } from "@/lib/actions/receivers/contract";
import { settings } from "@/lib/actions/receivers/settings";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.actions") };
}

export default async function Actions({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const initial = z.encode(getActionSettings.output, await settings(workspace.id));
  const t = await getTranslations("settings");

  return (
    <>
      <PageHead title={t("sections.actions")}>{t("actions.intro")}</PageHead>
      <ActionSettings workspace={workspace.slug} initial={initial} receivers={receivers.templates()} />
      <CallsLink workspace={workspace.slug} />
    </>
  );
}
