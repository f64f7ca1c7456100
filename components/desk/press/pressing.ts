"use client";

import { createContext, use } from "react";
import type { Panel, PanelEvent } from "@/lib/desk/panel/contract";

/** The problem that a press refers to. */
export type PressedProblem = Pick<PanelEvent, "id" | "event" | "properties">;

/** The data that a button needs in the panel, on a card and on a problem. */
type Pressing = Pick<Panel, "buttons" | "running" | "outcomes"> & {
  /** The reader's name. */
  me: string;
  /** "Ada Lovelace (user_42)". */
  person: string;
};

export const PressingContext = createContext<Pressing | null>(null);

export function usePressing(): Pressing {
  const value = use(PressingContext);
  if (!value) throw new Error("usePressing needs a PressingContext around it.");
  return value;
}

/** The person that a press is for: the name and the customer's own id. */
export const describePerson = (name: string, contact: Panel["contact"]): string =>
  contact && contact.userId !== name ? `${name} (${contact.userId})` : name;
