"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { wroteElsewhere } from "@/components/desk/shared/linked-chats";
import type { Quoted } from "@/components/desk/shared/quoted";
import { useTimeZone } from "@/components/time/use-time-zone";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { useShownName } from "@/components/ui/use-shown-name";
import type { DraftKey } from "@/lib/chats/browser/draft-storage";
import { itemIn } from "@/lib/chats/browser/item-address";
import type { Unsent } from "@/lib/chats/browser/store/outbox";
import { type Timeline as Items, lastSeq } from "@/lib/chats/shared/timeline";
import type { Panel } from "@/lib/desk/panel/contract";
import { countNew } from "./arrivals";
import { EntryList } from "./entry-list";
import { listedOf } from "./listed";
import { pressesByEvent } from "./press-outcomes";
import { TimelineActionsContext, TimelineStateContext } from "./timeline-context";
import { headerHeight, TimelineHeader } from "./timeline-header";
import { TimelineRows } from "./timeline-rows";
import { useActions } from "./use-actions";
import { useFocusedRow } from "./use-focused-row";
import type { Shown } from "./use-found-item";
import { useOpened } from "./use-opened";
import { usePosition } from "./use-position";
import { paddingPx, useVirtualRows } from "./use-virtual-rows";

const foundItem = loader(() => import("./found-item").then(({ FoundItem }) => FoundItem));
// Only what arrives later is announced.
const announcements = loader(() => import("./announcements").then(({ Announcements }) => Announcements));
const newestButton = loader(() => import("./newest-button").then(({ NewestButton }) => NewestButton));

type Props = {
  draftKey: DraftKey;
  timeline: Items;
  unsent: Unsent[];
  panel: Panel;
  me: string;
  onReply: ((message: Quoted) => void) | undefined;
};

// The scroll container must be reachable by keyboard, also without a focusable element inside. A click into it is no reason to ring all of
// it at the next key: `data-pointed`, until the focus goes elsewhere.
const focusable = { tabIndex: 0 };

/** Another chat begins at its own end, with nothing of the last one's measures. */
export function Timeline(props: Props) {
  return <ChatTimeline key={props.draftKey.chatId} {...props} />;
}

/** Only the rows in and near the view are in the page. Who is at the end stays there, and whoever reads further up keeps the place. */
function ChatTimeline({ draftKey, timeline, unsent, panel, me, onReply }: Props) {
  const t = useTranslations("chat.conversation");
  const displayName = useShownName()(panel.person.displayName);
  const log = useRef<HTMLDivElement>(null);
  const { position, isAtEnd, readPosition, readReversed } = usePosition(log);
  const { opened, toggle, isHeld } = useOpened(readPosition);
  const { entries, presses } = useEntries({ timeline, unsent, me });
  const panelSeq = usePanelSeq(panel, timeline);
  const elsewhere = useMemo(() => wroteElsewhere(timeline.items, panel.linkedChats), [timeline.items, panel.linkedChats]);
  const listed = useMemo(
    () => listedOf(entries, opened, { running: panel.running, elsewhere }),
    [entries, opened, panel.running, elsewhere],
  );
  const focused = useFocusedRow(listed);
  const header = { next: timeline.next, day: entries[0]?.day ?? null };
  const margin = paddingPx + headerHeight(header);
  const list = useVirtualRows(listed, { log, margin, focused: focused.index, isHeld });
  const { isMeasured, scrollToEnd, holdBelow } = list;
  const actions = useActions({ draftKey, unsent, displayName, onReply, toggle });
  const state = useMemo(() => ({ panel, panelSeq, presses, opened, holdBelow }), [panel, panelSeq, presses, opened, holdBelow]);

  const newest = lastSeq(timeline);
  const [seen, setSeen] = useState(newest);
  if (position === "end" && seen !== newest) setSeen(newest);

  // The list follows what is added at the end; this also covers a line that grew, and a card that moved there.
  const follow = useEffectEvent(() => isAtEnd.current && !isHeld && scrollToEnd());
  useLayoutEffect(() => {
    if (isMeasured && listed.length > 0) follow();
  }, [isMeasured, listed]);

  const Announcements = useLoaded(announcements, true);
  const NewestButton = useLoaded(newestButton, position !== "end");
  const FoundItem = useLoaded(foundItem, itemIn(useSearchParams()) !== null);
  const [shown, setShown] = useState<Shown>({ seq: null, id: null, isMarked: false });
  function scrollToFound(index: number) {
    isAtEnd.current = false;
    list.scrollToRow(index);
  }

  // What I write is what I want to see next.
  const lastUnsentId = unsent.at(-1)?.id;
  useEffect(() => {
    if (lastUnsentId) scrollToEnd();
  }, [lastUnsentId, scrollToEnd]);

  // The composer grows while one writes, and a phone's keyboard opens.
  useEffect(() => {
    if (!log.current) return;
    const observer = new ResizeObserver(() => isAtEnd.current && scrollToEnd());
    observer.observe(log.current);
    return () => observer.disconnect();
  }, [scrollToEnd, isAtEnd]);

  function toNewest() {
    scrollToEnd();
    // The button goes away.
    log.current?.focus({ preventScroll: true });
  }

  return (
    <TimelineActionsContext value={actions}>
      <TimelineStateContext value={state}>
        <div className="relative min-h-0 flex-1">
          {/* The column is reversed until its rows are measured: it shows the newest ones without a script. */}
          <div
            ref={log}
            role="log"
            aria-label={t("title")}
            aria-live="off"
            {...focusable}
            onPointerDown={({ currentTarget }) => currentTarget.toggleAttribute("data-pointed", true)}
            onBlur={({ target, currentTarget }) => target === currentTarget && currentTarget.removeAttribute("data-pointed")}
            onScroll={isMeasured ? readPosition : readReversed}
            className={`-outline-offset-2 data-pointed:outline-none absolute inset-0 flex overflow-y-auto overscroll-none px-6 py-4 [overflow-anchor:none] max-md:px-3 ${isMeasured ? "flex-col" : "flex-col-reverse"}`}
          >
            <div className="mx-auto mb-auto flex w-full max-w-[720px] flex-none flex-col">
              <TimelineHeader chatId={draftKey.chatId} {...header} />
              {list.element}
              <TimelineRows {...{ listed, isLoaded: timeline.next === null, read: list.read, focused, shown }} />
            </div>
          </div>
          {FoundItem && (
            <FoundItem
              {...{ chatId: draftKey.chatId, shown, setShown, log, timeline, listed, isMeasured }}
              open={(name) => opened.has(name) || toggle(name)}
              scrollTo={scrollToFound}
            />
          )}
          {NewestButton && <NewestButton count={countNew(timeline.items, seen)} position={position} onClick={toNewest} />}
          {Announcements && <Announcements timeline={timeline} displayName={displayName} me={me} />}
        </div>
      </TimelineStateContext>
    </TimelineActionsContext>
  );
}

/** The entries of a timeline, and what its cards show besides. */
function useEntries({ timeline, unsent, me }: { timeline: Items; unsent: readonly Unsent[]; me: string }) {
  const timeZone = useTimeZone();
  const list = useMemo(() => new EntryList(me, timeZone), [me, timeZone]);
  const entries = useMemo(() => list.read(timeline.items, unsent), [list, timeline.items, unsent]);
  const presses = useMemo(() => pressesByEvent(timeline.items), [timeline.items]);
  return { entries, presses };
}

/** The newest item when the panel was read. */
function usePanelSeq(panel: Panel, timeline: Items): number {
  const newest = lastSeq(timeline);
  const [read, setRead] = useState({ panel, seq: newest });
  if (read.panel !== panel) setRead({ panel, seq: newest });
  return read.panel === panel ? read.seq : newest;
}
