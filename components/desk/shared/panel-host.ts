"use client";

import { createContext, use } from "react";
import type { PressRequestBody, StartedCall } from "@/lib/actions/calls/contract";
import type { setAllHandled } from "@/lib/context/problems/contract";
import type { OlderEvents, OlderEventsQuery, Panel } from "@/lib/desk/panel/contract";
import type { ReplyOf, SentOf } from "@/lib/kernel/contract";

/** What a screen shows of somebody's problems. */
export type ShownProblems = Pick<Panel, "problems" | "problemsCount" | "solved">;
/** A change of the problems on a screen, whatever else that shows. */
export type ProblemsChange = <P extends ShownProblems>(shown: P) => P;

export type HandleAllStep = ReplyOf<typeof setAllHandled>;

/** What shows the panel, and how its parts reach the server: the desk with its session, or a frame on another site with its token. */
export type PanelHost = {
  workspace: string;
  /** In a frame, a page of the desk opens in a tab of its own. */
  isFrame: boolean;
  olderEvents: (query: OlderEventsQuery) => Promise<OlderEvents>;
  /** Does something once what was done before it is with the server, or has failed: as in `outbox` for a chat of the desk. */
  inOrder: <T>(job: () => Promise<T>) => Promise<T>;
  press: (body: PressRequestBody) => Promise<StartedCall>;
  /** Shows an accepted press before the panel is fetched again. */
  showStarted: (started: StartedCall) => void;
  /** Marks a problem as handled, or takes that back. Not in a frame where nobody is signed in. */
  setHandled?: (problemId: string, isHandled: boolean) => Promise<unknown>;
  /** The same for all open problems, or those of a name, in steps: `inSteps` takes them. */
  handleAll?: (press: SentOf<typeof setAllHandled>["body"]) => Promise<HandleAllStep>;
  /** Shows a change before the server has it. The returned function ends that: when it failed, what was shown before is back. */
  changeProblems?: (change: ProblemsChange) => (isDone: boolean) => void;
  refresh: () => void;
};

export const PanelHostContext = createContext<PanelHost | null>(null);

export function usePanelHost(): PanelHost {
  const value = use(PanelHostContext);
  if (!value) throw new Error("usePanelHost needs a PanelHostContext around it.");
  return value;
}
