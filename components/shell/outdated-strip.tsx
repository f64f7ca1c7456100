"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useOutdated } from "@/lib/browser/outdated";

/** Shown when a menu, a dialog or another part cannot be loaded any more. Drafts are stored: they are there after the reload. */
export function OutdatedStrip() {
  const t = useTranslations("shell.connection");
  return (
    useOutdated() && (
      <div
        role="status"
        className="fixed inset-x-0 top-16 z-40 mx-auto flex w-max max-w-[calc(100vw-2rem)] items-center gap-3 rounded-lg border border-line bg-surface px-3 py-2 text-sm"
      >
        {t("outdated")}
        <Button onClick={() => window.location.reload()}>{t("reload")}</Button>
      </div>
    )
  );
}
