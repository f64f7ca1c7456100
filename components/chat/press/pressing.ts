"use client";

import { createContext, use } from "react";
import type { Panel, PanelEvent } from "@/lib/domain/panel/contract";

/** What a press on a problem sends along. */
export type About = Pick<PanelEvent, "id" | "event" | "properties">;

/** What a button needs wherever it stands: beside the chat, on a card, on a problem. */
type Pressing = Pick<Panel, "buttons" | "running"> & {
  chatId: string;
  /** Who is looking. */
  me: string;
  /** "Ada Lovelace (user_42)". */
  whom: string;
};

export const PressingContext = createContext<Pressing | null>(null);

export function usePressing(): Pressing {
  const value = use(PressingContext);
  if (!value) throw new Error("usePressing needs a PressingContext around it.");
  return value;
}

/** Whom a press is for: what the person is called, and the customer's own id for them. */
export const whomOf = ({ person, contact }: Pick<Panel, "person" | "contact">): string =>
  contact && contact.userId !== person.who ? `${person.who} (${contact.userId})` : person.who;
