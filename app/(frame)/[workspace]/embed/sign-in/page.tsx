import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AllowFrame } from "@/components/desk/helpdesks/allow-frame";
import { SignedOutLayout } from "@/components/shell/signed-out-layout";
import { Alert } from "@/components/ui/alert";
import * as helpdesks from "@/lib/desk/helpdesks";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("embed.allow");
  return { title: t("tab") };
}

type SignInProps = {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const textOf = (value: string | string[] | undefined) => (typeof value === "string" ? value : "");

/** The window in which an agent lets a frame continue their session. It is on our own site, so the session's cookie is there. */
export default async function EmbedSignIn({ params, searchParams }: SignInProps) {
  const { workspace, account } = await memberOf((await params).workspace, "agent");
  const t = await getTranslations("embed.allow");
  const query = await searchParams;
  const [origin, state] = [textOf(query["origin"]), textOf(query["state"])];
  const isAllowed = await helpdesks.isFrameOrigin(workspace.id, origin);
  return (
    <SignedOutLayout title={t("title", { origin: isAllowed ? new URL(origin).host : t("otherSite") })}>
      {isAllowed ? (
        <AllowFrame workspace={workspace.slug} accountId={account.id} name={account.name} origin={origin} state={state} />
      ) : (
        <Alert>{t("refused")}</Alert>
      )}
    </SignedOutLayout>
  );
}
