import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { showRow, useFixedRows } from "@/components/desk/shared/use-fixed-rows";
import { useRoving } from "@/components/desk/shared/use-roving";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import type { ListedContact } from "@/lib/desk/directory/contract";
import { ContactListSkeleton } from "./contact-list-skeleton";
import { ContactRow, rowHeight } from "./contact-row";

const headCell = "px-4 py-2 font-medium text-soft text-xs short:py-0.5";
const head = `${headCell} text-start`;
const wideHead = `${head} max-md:hidden`;
/** That of the table's head, which stays on top. */
const headHeight = 40;
/** Rows from the end at which the next page is loaded. */
const nearEnd = 15;

type Props = {
  workspace: string;
  contacts: readonly ListedContact[];
  listedName: string | null;
  hasMore: boolean;
  isLoading: boolean;
  /** The last load failed: the next one is by hand. */
  hasFailed: boolean;
  /** The rows are those of the filter before. */
  isStale: boolean;
  onMore: () => void;
};

/** A table of any number of contacts, of which only the rows near the window are in the document. */
export function ContactTable({ workspace, contacts, listedName, hasMore, isLoading, hasFailed, isStale, onMore }: Props) {
  const t = useTranslations("contacts.list");
  const common = useTranslations("common");
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const roving = useRoving({ list: body, ids: contacts.map(({ id }) => id) });
  const { indexes, end } = useFixedRows({ scroller, count: contacts.length, rowHeight, pinnedIndex: roving.stop });

  // A page may be short, or empty, while there are more.
  const shouldLoad = hasMore && !isLoading && !hasFailed && end >= contacts.length - nearEnd;
  const more = useEffectEvent(onMore);
  useEffect(() => {
    if (shouldLoad) more();
  }, [shouldLoad]);

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none]">
      <table
        aria-rowcount={hasMore ? -1 : contacts.length + 1}
        aria-busy={isStale || undefined}
        className={classes("w-full table-fixed border-collapse", isStale && "opacity-60")}
      >
        <caption className="sr-only">{t("caption")}</caption>
        <thead className="sticky top-0 z-10 bg-bg">
          <tr aria-rowindex={1}>
            <th scope="col" className={head}>
              {t("name")}
            </th>
            <th scope="col" className={wideHead}>
              {t("userId")}
            </th>
            <th scope="col" className={wideHead}>
              {t("email")}
            </th>
            <th scope="col" className={wideHead}>
              {t("phone")}
            </th>
            {listedName !== null && (
              <th scope="col" className={`${wideHead} truncate`}>
                <bdi>{listedName}</bdi>
              </th>
            )}
            <th scope="col" className={`${head} w-14 max-md:px-2 md:w-32`}>
              <span className="max-md:sr-only">{t("openProblems")}</span>
            </th>
            <th scope="col" className={`${headCell} w-28 text-end md:w-36`}>
              {t("lastSeen")}
            </th>
          </tr>
        </thead>
        <tbody
          ref={body}
          onKeyDown={(event) => roving.onKeyDown(event, (index) => showRow(scroller.current, index, rowHeight, headHeight))}
        >
          {withGaps(indexes, contacts.length).map((item) => {
            if ("gap" in item) return <Gap key={`gap ${item.before}`} height={item.gap} />;
            const contact = contacts[item.index];
            return (
              contact && (
                <ContactRow
                  key={contact.id}
                  workspace={workspace}
                  contact={contact}
                  hasAttribute={listedName !== null}
                  index={item.index}
                  isTabStop={item.index === roving.stop}
                  onFocus={roving.onFocus}
                />
              )
            );
          })}
        </tbody>
      </table>
      {hasMore && !hasFailed && contacts.length === 0 && <ContactListSkeleton />}
      {hasMore && contacts.length > 0 && (
        <div className="flex h-12 items-center justify-center">
          <Button variant="ghost" busy={isLoading} onClick={onMore}>
            {common("showMore")}
          </Button>
        </div>
      )}
    </div>
  );
}

type Drawn = { index: number } | { gap: number; before: number };

/** The rows that are drawn, with the height of those between them. */
function withGaps(indexes: readonly number[], count: number): Drawn[] {
  const drawn: Drawn[] = [];
  let next = 0;
  for (const index of indexes) {
    if (index > next) drawn.push({ gap: (index - next) * rowHeight, before: index });
    drawn.push({ index });
    next = index + 1;
  }
  return count > next ? [...drawn, { gap: (count - next) * rowHeight, before: -1 }] : drawn;
}

/** One cell wide: across columns that a phone hides, it would bring them back empty. */
const Gap = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td style={{ height }} className="p-0" />
  </tr>
);
