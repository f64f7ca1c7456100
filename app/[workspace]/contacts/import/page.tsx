import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { Imports } from "@/components/desk/directory/import/imports";
import { PageHead } from "@/components/settings/shared/page-head";
import { BackLink } from "@/components/ui/back-link";
import * as imports from "@/lib/data/imports";
import { importsOf } from "@/lib/data/imports/contract";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("imports");
  return { title: t("title") };
}

export default async function ImportsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("imports");
  const first = z.encode(importsOf.output, await imports.list(workspace.id, importsOf.query.parse({})));
  return (
    <>
      <BackLink href={`/${workspace.slug}/contacts`}>{t("contacts")}</BackLink>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <Imports workspace={workspace.slug} first={first} />
    </>
  );
}
