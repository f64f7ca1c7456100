import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { CallsLink } from "@/components/calls/calls-link";
import { ActionSettings } from "@/components/settings/action-settings";
import { PageHead } from "@/components/settings/page-head";
import * as actions from "@/lib/actions";
import { getActionSettings } from "@/lib/actions/contract";
import { memberOf } from "@/lib/api/page";
import * as receivers from "@/lib/receivers";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.actions") };
}

export default async function Actions({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const initial = z.encode(getActionSettings.output, await actions.settings(workspace.id));

  return (
    <>
      <PageHead title={t("sections.actions")}>{t("actions.intro")}</PageHead>
      <ActionSettings workspace={workspace.slug} initial={initial} receivers={receivers.templates()} />
      <CallsLink workspace={workspace.slug} />
    </>
  );
}
