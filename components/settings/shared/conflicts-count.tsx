"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ConflictPage, conflictsQueryFrom } from "@/lib/people/links/browser/conflicts";

/** How many conflicts wait for a decision; nothing while there are none. */
export function ConflictsCount({ workspace, firstPage }: { workspace: string; firstPage: ConflictPage }) {
  const { data, hasNextPage } = useInfiniteQuery(conflictsQueryFrom(workspace, firstPage));
  const t = useTranslations("settings.nav");
  const count = data.pages.reduce((sum, { items }) => sum + items.length, 0);
  if (count === 0) return null;
  return (
    <span className="rounded-full border border-note-line bg-note px-1.5 font-normal text-text text-xs tabular-nums">
      <span aria-hidden>{t("count", { count, more: String(hasNextPage) })}</span>
      <span className="sr-only">{t("waiting", { count, more: String(hasNextPage) })}</span>
    </span>
  );
}
