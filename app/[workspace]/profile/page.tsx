import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { KeysSwitch } from "@/components/settings/profile/keys-switch";
import { LocaleChoice } from "@/components/settings/profile/locale-choice";
import { Notifications } from "@/components/settings/profile/notifications";
import { PasswordForm } from "@/components/settings/profile/password-form";
import { SendingSwitches } from "@/components/settings/profile/sending-switches";
import { Sessions } from "@/components/settings/profile/sessions";
import { ThemeChoice } from "@/components/settings/profile/theme-choice";
import { PageFrame } from "@/components/settings/shared/page-frame";
import { PageHead } from "@/components/settings/shared/page-head";
import { Panel } from "@/components/ui/panel";
import { chosenLocale } from "@/lib/http/pages/locale";
import { memberOf } from "@/lib/http/pages/page";
import { requestedTheme } from "@/lib/http/pages/theme";
import * as sessions from "@/lib/workspace/sessions";
import { listSessions } from "@/lib/workspace/sessions/contract";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("profile");
  return { title: t("title") };
}

export default async function Profile({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, account, sessionId } = await memberOf((await params).workspace, "agent");
  const t = await getTranslations("profile");
  const initial = z.encode(listSessions.output, await sessions.list(account.id, sessionId));

  return (
    <main>
      <PageFrame>
        <PageHead title={t("title")}>{t("account", { name: account.name, email: account.email })}</PageHead>
        <LocaleChoice workspace={workspace.slug} initial={(await chosenLocale()) ?? null} />
        <ThemeChoice initial={await requestedTheme()} />
        <KeysSwitch />
        <SendingSwitches />
        <Notifications workspace={workspace.slug} account={account.id} />
        <Panel title={t("password.title")} description={t("password.description")}>
          <PasswordForm workspace={workspace.slug} email={account.email} />
        </Panel>
        <Sessions workspace={workspace.slug} initial={initial} />
      </PageFrame>
    </main>
  );
}
