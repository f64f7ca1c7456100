import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useLive } from "@/components/desk/shared/live";
import { useOpening } from "@/components/desk/shared/opening";
import { useAiming } from "@/components/desk/shared/use-aiming";
import { showRow } from "@/components/desk/shared/use-fixed-rows";
import { useRoving } from "@/components/desk/shared/use-roving";
import { useVisible } from "@/components/desk/shared/use-visible";
import { Button } from "@/components/ui/button";
import { useJob } from "@/components/ui/use-job";
import type { Filter } from "@/lib/chats/browser/queries";
import type { ChatList } from "@/lib/chats/browser/store/chat-list";
import type { ChatSummary } from "@/lib/chats/contract";
import { RowSkeleton } from "./chat-list-skeleton";
import { ChatRow } from "./chat-row";
import { frozenOrder } from "./frozen-order";
import { rowHeight, useRows } from "./use-rows";

/** Rows from the end at which the next page is loaded. */
const nearEnd = 10;

type Props = { list: ChatList; filter: Filter };

/** The rows of the list, of which only those near the window are in the document. */
export function ChatRows({ list, filter }: Props) {
  const common = useTranslations("common");
  const scroller = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLUListElement>(null);
  const { chatId, chosen } = useOpening();
  // The visible chat counts as seen before the server has recorded it.
  const seen = useVisible(true) ? chatId : null;
  const hasMore = list.next !== null;
  const { rows: chats, handlers } = useFrozenOrder(list.items);
  const roving = useRoving({ list: element, ids: chats.map(({ id }) => id), chosen });
  const { items, height, end } = useRows({ scroller, chats, hasMore, pinnedIndex: roving.stop });
  const more = useMore(filter, hasMore && end >= chats.length - nearEnd);

  // A chat that was chosen by a key may be outside the window.
  const chosenIndex = chats.findIndex(({ id }) => id === chosen);
  const scrolledTo = useRef(chosen);
  useEffect(() => {
    if (scrolledTo.current === chosen || chosenIndex < 0) return;
    scrolledTo.current = chosen;
    showRow(scroller.current, chosenIndex, rowHeight);
  }, [chosen, chosenIndex]);

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2 [overflow-anchor:none]" {...handlers}>
      {/* Safari drops the role of a list without markers. */}
      <ul
        ref={element}
        // biome-ignore lint/a11y/noRedundantRoles: for Safari
        role="list"
        style={{ height }}
        className="relative"
        onKeyDown={(event) => roving.onKeyDown(event, (index) => showRow(scroller.current, index, rowHeight))}
      >
        {items.map(({ key, index, start }) => {
          const chat = chats[index];
          return (
            <li
              key={key}
              aria-setsize={hasMore ? -1 : chats.length}
              aria-posinset={index + 1}
              aria-hidden={chat ? undefined : true}
              // Moved by a transform: nothing else is laid out again.
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              className="absolute inset-x-0 top-0 rounded-lg has-checked:bg-accent-soft"
            >
              {chat ? (
                <ChatRow
                  chat={chat}
                  filter={filter}
                  isChosen={chat.id === chosen}
                  isSeen={chat.id === seen}
                  isTabStop={index === roving.stop}
                  onFocus={roving.onFocus}
                />
              ) : (
                <RowSkeleton />
              )}
            </li>
          );
        })}
      </ul>
      {hasMore && (
        <div className="flex h-12 items-center justify-center">
          <Button variant="ghost" busy={more.isLoading} onClick={more.load}>
            {common("showMore")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The chats in an order that does not change under the pointer. What a row says is always current. */
function useFrozenOrder(chats: ChatSummary[]) {
  const { isAiming, handlers } = useAiming();
  const shown = useRef(chats);
  const rows = useMemo(() => (isAiming ? frozenOrder(shown.current, chats) : chats), [isAiming, chats]);
  useEffect(() => {
    shown.current = rows;
  }, [rows]);
  return { rows, handlers };
}

/** Loads the next page when the end of the list is near. After a failure the button is left. */
function useMore(filter: Filter, isNearEnd: boolean) {
  const { live } = useLive();
  const { run, status } = useJob(live.moreChats);
  const shouldLoad = isNearEnd && (status === "idle" || status === "success");
  const load = useEffectEvent(() => void run(filter));
  useEffect(() => {
    if (shouldLoad) load();
  }, [shouldLoad]);
  return { isLoading: status === "pending", load: () => run(filter) };
}
