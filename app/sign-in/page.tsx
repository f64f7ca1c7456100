import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Entrance } from "@/components/shell/entrance";
import { SignInForm } from "@/components/shell/sign-in-form";
import { Alert } from "@/components/ui/alert";
import { firstStop } from "@/lib/http/page";
import { sameSitePath } from "@/lib/kernel/same-site";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("signIn.tab") };
}

type SignInProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignIn({ searchParams }: SignInProps) {
  const t = await getTranslations("pages.signIn");
  const { next, notice } = await searchParams;
  const wanted = sameSitePath(typeof next === "string" ? next : undefined);
  const stop = await firstStop();
  if (stop === "/setup") redirect(stop);
  if (stop !== "/sign-in") redirect(wanted ?? stop);

  return (
    <Entrance title={t("title")}>
      {notice === "password-changed" && (
        <Alert tone="good" className="mb-4">
          {t("passwordChanged")}
        </Alert>
      )}
      <SignInForm next={wanted ?? "/"} />
      <p className="mt-6 text-soft text-xs">{t("forgot")}</p>
    </Entrance>
  );
}
