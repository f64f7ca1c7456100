import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Reset } from "@/components/shell/reset";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("reset.title"), robots: "noindex" };
}

export default function ResetPage() {
  return <Reset />;
}
