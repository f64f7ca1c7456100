"use client";

import { ArrowLeft } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { fromStart, startPath } from "@/lib/desk/first-run/shared/steps";

/** Above a page to which a first step led. */
export function BackToStart({ workspace }: { workspace: string }) {
  const t = useTranslations("settings.nav");
  const search = useSearchParams();
  if (!search.toString().split("&").includes(fromStart)) return null;
  return (
    <Link
      href={startPath(workspace)}
      className="mb-4 inline-flex min-h-8 items-center gap-1.5 rounded-sm font-medium text-accent text-sm underline underline-offset-2"
    >
      <ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />
      {t("backToStart")}
    </Link>
  );
}
