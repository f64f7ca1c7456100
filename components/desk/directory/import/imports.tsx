"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { MoreRows } from "@/components/ui/more-rows";
import { Panel } from "@/components/ui/panel";
import { type ImportsPage, importsQuery } from "@/lib/data/imports/browser/queries";
import { FileDrop } from "./file-drop";
import { ImportRow } from "./import-row";
import { ImportSteps } from "./import-steps";

/** Takes a new file, and lists those that were imported earlier. */
export function Imports({ workspace, first }: { workspace: string; first: ImportsPage }) {
  const t = useTranslations("imports.list");
  const common = useTranslations("common");
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...importsQuery(workspace),
    initialData: { pages: [first], pageParams: [null] },
  });
  const found = data.pages.flatMap(({ data }) => data);
  return (
    <>
      <ImportSteps current="file" />
      <FileDrop workspace={workspace} />
      {error && <Alert className="mb-4">{error.message}</Alert>}
      {found.length > 0 && (
        <Panel title={t("title")} flush>
          <ul aria-label={t("title")} className="divide-y divide-line">
            {found.map((one) => (
              <ImportRow key={one.id} workspace={workspace} shown={one} />
            ))}
          </ul>
          {hasNextPage && (
            <MoreRows busy={isFetchingNextPage} onMore={() => fetchNextPage()}>
              {common("showEarlier")}
            </MoreRows>
          )}
        </Panel>
      )}
    </>
  );
}
