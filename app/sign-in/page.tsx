import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SignInForm } from "@/components/shell/sign-in-form";
import { SignedOutLayout } from "@/components/shell/signed-out-layout";
import { Alert } from "@/components/ui/alert";
import { startPath } from "@/lib/http/pages/page";
import { sameSitePath } from "@/lib/kernel/same-site";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("signIn.tab") };
}

type SignInProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignIn({ searchParams }: SignInProps) {
  const t = await getTranslations("pages.signIn");
  const { next, notice } = await searchParams;
  const nextPath = sameSitePath(typeof next === "string" ? next : undefined);
  const stop = await startPath();
  if (stop === "/setup") redirect(stop);
  if (stop !== "/sign-in") redirect(nextPath ?? stop);

  return (
    <SignedOutLayout title={t("title")}>
      {notice === "password-changed" && (
        <Alert tone="good" className="mb-4">
          {t("passwordChanged")}
        </Alert>
      )}
      <SignInForm next={nextPath ?? "/"} />
      <p className="mt-6 text-soft text-xs">{t("forgot")}</p>
    </SignedOutLayout>
  );
}
