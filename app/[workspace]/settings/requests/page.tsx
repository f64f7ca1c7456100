import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { StartLink } from "@/app/start-link";
import { RequestLog } from "@/components/settings/requests/request-log";
import { PageHead } from "@/components/settings/shared/page-head";
import { memberOf } from "@/lib/http/pages/page";
import * as requests from "@/lib/workspace/request-log";
import { listRequests } from "@/lib/workspace/request-log/contract";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.requests") };
}

export default async function RequestsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const page = await requests.list(workspace.id, {});

  return (
    <>
      <PageHead title={t("sections.requests")}>{t("requests.intro")}</PageHead>
      <RequestLog
        workspace={workspace.slug}
        firstPage={z.encode(listRequests.output, page)}
        whenEmpty={<StartLink workspace={workspace.slug} step="key" />}
      />
    </>
  );
}
