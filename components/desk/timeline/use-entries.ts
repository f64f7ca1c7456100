import { useMemo, useState } from "react";
import { useTimeZone } from "@/components/time/use-time-zone";
import type { Unsent } from "@/lib/chats/browser/outbox";
import { lastSeq, type Timeline } from "@/lib/chats/shared/timeline";
import type { Panel } from "@/lib/desk/panel/contract";
import { EntryList } from "./entry-list";
import { pressesByEvent } from "./press-outcomes";

/** The entries of a timeline, and what its cards show besides. */
export function useEntries({ timeline, unsent, me }: { timeline: Timeline; unsent: readonly Unsent[]; me: string }) {
  const timeZone = useTimeZone();
  const list = useMemo(() => new EntryList(me, timeZone), [me, timeZone]);
  const entries = useMemo(() => list.read(timeline.items, unsent), [list, timeline.items, unsent]);
  const presses = useMemo(() => pressesByEvent(timeline.items), [timeline.items]);
  return { entries, presses };
}

/** The newest item when the panel was read. */
export function usePanelSeq(panel: Panel, timeline: Timeline): number {
  const newest = lastSeq(timeline);
  const [read, setRead] = useState({ panel, seq: newest });
  if (read.panel !== panel) setRead({ panel, seq: newest });
  return read.panel === panel ? read.seq : newest;
}
