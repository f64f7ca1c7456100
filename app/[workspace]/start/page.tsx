import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "@/app/texts";
import { FirstRunPage } from "@/components/settings/first-run/first-run-page";
import { PageFrame } from "@/components/settings/shared/page-frame";
import * as firstRun from "@/lib/desk/first-run";
import { memberOf, pageOrigin } from "@/lib/http/pages/page";
import { firstCalls } from "@/lib/http/reference/first-calls";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("firstRun");
  return { title: t("title") };
}

export default async function StartPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  return (
    <main>
      <PageFrame>
        <Texts part="firstRun">
          <FirstRunPage workspace={workspace.slug} initial={await firstRun.read(workspace.id)} calls={firstCalls(await pageOrigin())} />
        </Texts>
      </PageFrame>
    </main>
  );
}
