import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundNotice } from "@/components/shell/not-found-notice";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("notFound.title") };
}

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <NotFoundNotice />
    </main>
  );
}
