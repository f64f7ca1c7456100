import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Overview } from "@/components/desk/overview/overview";
import { PageHead } from "@/components/settings/shared/page-head";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("overview");
  return { title: t("title") };
}

/** Its numbers are read by the browser, because only that knows when the reader's day begins. */
export default async function OverviewPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("overview");
  return (
    <main className="mx-auto max-w-[1200px] px-4 pt-5 pb-12 md:px-8 md:pt-8">
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <Overview workspace={workspace.slug} />
    </main>
  );
}
