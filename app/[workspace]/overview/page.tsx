import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { StartLink } from "@/app/start-link";
import { Overview } from "@/components/desk/overview/overview";
import { PageHead } from "@/components/settings/shared/page-head";
import * as firstRun from "@/lib/desk/first-run";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("overview");
  return { title: t("title") };
}

/** Its numbers are read by the browser, because only that knows when the reader's day begins. */
export default async function OverviewPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("overview");
  const { done, hasChats } = await firstRun.read(workspace.id);
  const isNew = !done.event && !hasChats;
  return (
    <main className="mx-auto max-w-[1200px] px-4 pt-5 pb-12 md:px-8 md:pt-8">
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      {isNew && (
        <p className="mb-4 flex flex-wrap items-center gap-x-3 rounded-md border border-line bg-raised px-3 py-2">
          {t("nothingYet")}
          <StartLink workspace={workspace.slug} step="event" />
        </p>
      )}
      <Overview workspace={workspace.slug} />
    </main>
  );
}
