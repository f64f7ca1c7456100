"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ContactRound, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { TextLink } from "@/components/ui/text-link";
import { importPath } from "@/lib/data/imports/shared/path";
import { contactsQuery, type ListPage } from "@/lib/desk/directory/browser/queries";
import { isFiltered, type ListFilter, queryOf, searchOf } from "@/lib/desk/directory/shared/filter";
import { ContactExport } from "./contact-export";
import { ContactFilters } from "./contact-filters";
import { ContactListSkeleton } from "./contact-list-skeleton";
import { ContactTable } from "./contact-table";
import { useListFilter } from "./use-list-filter";

type Props = {
  workspace: string;
  /** The first page of the filter in the address, from the server's render. */
  first: { filter: ListFilter; page: ListPage };
  /** What the attribute is called that the workspace shows in lists; null without one. */
  listedName: string | null;
  /** Whether this member may bring contacts from a file, and take all of them along. */
  isAdmin: boolean;
  /** For whom there is something to do when there is nobody yet. */
  whenEmpty: ReactNode;
};

/** Everybody whom the customer's backend sent, the last seen first. */
export function ContactList({ workspace, first, listedName, isAdmin, whenEmpty }: Props) {
  const t = useTranslations("contacts.list");
  const common = useTranslations("common");
  const { filter, shown, choose, type, clear } = useListFilter();
  const isFirst = searchOf(filter) === searchOf(first.filter);
  const { data, error, isPlaceholderData, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...contactsQuery(workspace, queryOf(filter)),
    ...(isFirst && { initialData: { pages: [first.page], pageParams: [null] } }),
    // The rows stay while the next ones are on the way.
    placeholderData: (before) => before,
    // All pages would be read again.
    refetchOnWindowFocus: false,
  });
  const contacts = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const isEmpty = contacts?.length === 0 && !hasNextPage;
  // The table goes on by itself.
  const isSearching = contacts?.length === 0 && hasNextPage;

  return (
    <main className="flex h-full min-h-0 flex-col">
      <header className="flex h-14 flex-none items-center justify-between gap-3 border-line border-b px-4 short:h-11">
        <h1 className="text-lg">{t("title")}</h1>
        {isAdmin && (
          <div className="flex items-center gap-2">
            <Link href={importPath(workspace)} className={buttonLink}>
              <Upload aria-hidden className="size-4" />
              {t("import")}
            </Link>
            <ContactExport workspace={workspace} />
          </div>
        )}
      </header>
      <ContactFilters workspace={workspace} filter={shown} onChoose={choose} onType={type} />
      <p role="status" className="sr-only">
        {contacts &&
          !isPlaceholderData &&
          !isSearching &&
          (hasNextPage ? t("foundMore", { count: contacts.length }) : t("found", { count: contacts.length }))}
      </p>
      {error && (
        <Alert
          className="mx-4 mb-3"
          action={
            <Button busy={isFetching} onClick={() => (contacts ? fetchNextPage() : refetch())}>
              {common("tryAgain")}
            </Button>
          }
        >
          {error.message}
        </Alert>
      )}
      {!contacts && !error && <ContactListSkeleton />}
      {isEmpty && isFiltered(filter) && (
        <EmptyState icon={<ContactRound />} title={t("noMatchTitle")} action={<Button onClick={clear}>{common("clearFilters")}</Button>}>
          {t("noMatch")}
        </EmptyState>
      )}
      {isEmpty && !isFiltered(filter) && (
        <EmptyState
          icon={<ContactRound />}
          title={t("noneTitle")}
          action={
            isAdmin && (
              <div className="flex flex-wrap justify-center gap-x-6 gap-y-2">
                {whenEmpty}
                <TextLink href={importPath(workspace)}>{t("importFile")}</TextLink>
              </div>
            )
          }
        >
          {t("none")}
        </EmptyState>
      )}
      {contacts && !isEmpty && (
        <ContactTable
          key={searchOf(filter)}
          workspace={workspace}
          contacts={contacts}
          listedName={listedName}
          hasMore={hasNextPage}
          isLoading={isFetchingNextPage}
          hasFailed={error !== null}
          isStale={isPlaceholderData}
          onMore={() => void fetchNextPage()}
        />
      )}
    </main>
  );
}
