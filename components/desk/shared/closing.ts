"use client";

import { createContext, use } from "react";

/** Closes the open chat in the way that is given, once it is decided what becomes of its open problems. The conversation provides it. */
export const ClosingContext = createContext<(close: () => void) => void>((close) => close());

export const useClosing = (): ((close: () => void) => void) => use(ClosingContext);
