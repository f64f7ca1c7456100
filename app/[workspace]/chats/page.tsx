import { MessageCircle } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "@/app/texts";
import { FirstRunPane } from "@/components/settings/first-run/first-run-pane";
import { EmptyState } from "@/components/ui/empty-state";
import { TextLink } from "@/components/ui/text-link";
import * as firstRun from "@/lib/desk/first-run";
import { startPath, steps } from "@/lib/desk/first-run/shared/steps";
import { memberOf, pageOrigin } from "@/lib/http/pages/page";
import { firstCalls } from "@/lib/http/reference/first-calls";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("chats.title") };
}

/**
 * No chat is selected yet. While there is none at all, an admin sees the first steps, and a link to those that are left afterwards. A
 * small screen shows the list instead.
 */
export default async function ChatsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const t = await getTranslations("pages.chats");
  const { workspace, role } = await memberOf((await params).workspace, "agent");
  const state = role === "agent" ? undefined : await firstRun.read(workspace.id);
  const left = state && !state.isPutAway ? steps.filter((step) => !state.done[step]).length : 0;
  if (state && left > 0 && !state.hasChats)
    return (
      <Texts part="firstRun">
        <FirstRunPane initial={state} calls={firstCalls(await pageOrigin())} />
      </Texts>
    );
  return (
    <div className="grid h-full place-items-center bg-surface">
      <EmptyState
        icon={<MessageCircle />}
        title={t("choose")}
        action={left > 0 && <TextLink href={startPath(workspace.slug)}>{t("stepsLeft", { count: left })}</TextLink>}
      >
        {t("chooseHint")}
      </EmptyState>
    </div>
  );
}
