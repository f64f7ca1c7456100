"use client";

import { createContext, use } from "react";
import type { Quoted } from "@/components/desk/shared/quoted";
import type { Panel } from "@/lib/desk/panel/contract";
import type { ActionItem } from "./entries";

/** What can be done with the entries of a timeline. It stays the same object, so that rows are not drawn again for it. */
export type TimelineActions = {
  chatId: string;
  displayName: string;
  retry: (id: string) => void;
  discard: (id: string) => void;
  /** Where the channel shows what a message replies to. */
  reply: ((message: Quoted) => void) | undefined;
  /** Opens or closes something that is folded. */
  toggle: (id: string) => void;
};

/** What cards show besides their events: it changes while they are on the screen. */
type TimelineState = {
  panel: Pick<Panel, "problems" | "problemsCount" | "solved" | "outcomes">;
  /** The newest item when the panel was read: it may not know of problems that came later. */
  panelSeq: number;
  /** The finished presses, by the event that they were made on. */
  presses: ReadonlyMap<string, readonly ActionItem[]>;
  opened: ReadonlySet<string>;
  /** For a time in milliseconds, what is below a row keeps its place when the height of that row changes. */
  holdBelow: (ms: number) => void;
};

export const TimelineActionsContext = createContext<TimelineActions | null>(null);
export const TimelineStateContext = createContext<TimelineState | null>(null);

export function useTimelineActions(): TimelineActions {
  const value = use(TimelineActionsContext);
  if (!value) throw new Error("useTimelineActions needs a Timeline around it.");
  return value;
}

export function useTimelineState(): TimelineState {
  const value = use(TimelineStateContext);
  if (!value) throw new Error("useTimelineState needs a Timeline around it.");
  return value;
}
