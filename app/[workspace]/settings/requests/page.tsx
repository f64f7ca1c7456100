import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { StartLink } from "@/app/start-link";
import { RequestKeeping } from "@/components/settings/requests/request-keeping";
import { RequestLog } from "@/components/settings/requests/request-log";
import { PageHead } from "@/components/settings/shared/page-head";
import { memberOf, pageOrigin } from "@/lib/http/pages/page";
import * as keys from "@/lib/workspace/keys";
import * as requests from "@/lib/workspace/request-log";
import { groupRequests, listRequests } from "@/lib/workspace/request-log/contract";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.requests") };
}

export default async function RequestsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const [page, groups, settings, { keys: live }] = await Promise.all([
    requests.list(workspace.id, {}),
    requests.groups(workspace.id),
    requests.settings(workspace.id),
    keys.list(workspace.id),
  ]);

  return (
    <>
      <PageHead title={t("sections.requests")}>{t("requests.intro")}</PageHead>
      <RequestLog
        workspace={workspace.slug}
        firstPage={z.encode(listRequests.output, page)}
        groups={z.encode(groupRequests.output, groups)}
        keys={live.map(({ id, name, lastFour }) => ({ id, name, lastFour }))}
        whenEmpty={<StartLink workspace={workspace.slug} step="key" />}
        guessedOrigin={await pageOrigin()}
      />
      <RequestKeeping workspace={workspace.slug} initial={settings} />
    </>
  );
}
