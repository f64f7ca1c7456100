"use client";

import { createContext, use } from "react";

/** What was done with a closing and is taken back with it, and the words for both. */
export type DoneWithIt = { text: string; undo: () => void };
export type Close = (also?: DoneWithIt) => void;
/** A message is to close the chat, which is left already or not; `stay` takes that back. Returns a callback: it takes whether the chat was closed. */
export type ClosedBySending = (hasLeft: boolean, stay: () => void, also?: DoneWithIt) => (isClosed: boolean) => void;

/** Closes the open chat in the way that is given, once it is decided what becomes of its open problems. The conversation provides it. */
export const ClosingContext = createContext<(close: Close) => void>((close) => close());

export const useClosing = (): ((close: Close) => void) => use(ClosingContext);
