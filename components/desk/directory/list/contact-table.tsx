import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import type { ListedContact } from "@/lib/desk/directory/contract";
import { ContactListSkeleton } from "./contact-list-skeleton";
import { ContactRow, rowHeight } from "./contact-row";
import { useRovingRows } from "./use-roving-rows";

const headCell = "px-4 py-2 font-medium text-soft text-xs short:py-0.5";
const head = `${headCell} text-start`;
const wideHead = `${head} max-md:hidden`;
/** What the server draws, which does not know the window. */
const firstRect = { width: 1_000, height: 900 };
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

/** The rows near the window, and the one with the focus wherever it is. */
function useRows(scroller: RefObject<HTMLElement | null>, count: number, stop: () => number) {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialRect: firstRect,
    overscan: 10,
    // Below the head, which stays on top.
    scrollPaddingStart: 40,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      const focused = stop();
      return focused < 0 || near.includes(focused) ? near : [...near, focused].sort((a, b) => a - b);
    },
  });
}

/** A table of any number of contacts, of which only the rows near the window are in the document. */
export function ContactTable({ workspace, contacts, listedName, hasMore, isLoading, hasFailed, isStale, onMore }: Props) {
  const t = useTranslations("contacts.list");
  const common = useTranslations("common");
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const stop = useRef(-1);
  const rows = useRows(scroller, contacts.length, () => stop.current);
  const roving = useRovingRows({
    body,
    ids: contacts.map(({ id }) => id),
    onMove: (index) => rows.scrollToIndex(index, { align: "auto" }),
  });
  useEffect(() => {
    stop.current = roving.stop;
  }, [roving.stop]);

  // A page may be short, or empty, while there are more.
  const shouldLoad = hasMore && !isLoading && !hasFailed && (rows.range?.endIndex ?? 0) >= contacts.length - nearEnd;
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
        <tbody ref={body} onKeyDown={roving.onKeyDown}>
          {withGaps(rows.getVirtualItems(), rows.getTotalSize()).map((item) => {
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
function withGaps(items: readonly VirtualItem[], total: number): Drawn[] {
  const drawn: Drawn[] = [];
  let end = 0;
  for (const { index, start, end: next } of items) {
    if (start > end) drawn.push({ gap: start - end, before: index });
    drawn.push({ index });
    end = next;
  }
  return total > end ? [...drawn, { gap: total - end, before: -1 }] : drawn;
}

/** One cell wide: across columns that a phone hides, it would bring them back empty. */
const Gap = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td style={{ height }} className="p-0" />
  </tr>
);
