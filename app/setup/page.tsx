import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SetUpForm } from "@/components/shell/set-up-form";
import { SignedOutLayout } from "@/components/shell/signed-out-layout";
import { isSetUp } from "@/lib/workspace/workspaces/create";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("setUp.tab") };
}

export default async function SetUp() {
  const t = await getTranslations("pages.setUp");
  if (await isSetUp()) redirect("/sign-in");
  return (
    <SignedOutLayout title={t("title")} description={t("description")}>
      <SetUpForm />
      <p className="mt-6 text-pretty text-soft text-xs">{t("license")}</p>
    </SignedOutLayout>
  );
}
