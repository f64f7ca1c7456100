import type { ChatItem } from "@/lib/chats/contract";
import { referenceOf } from "@/lib/context/events/shared/like";
import type { Panel, PressOutcome } from "@/lib/desk/panel/contract";
import type { ActionItem, ProblemItem } from "./entries";

/** What a card says of a press on it. */
type CardOutcome = Pick<PressOutcome, "callId" | "label" | "state" | "text" | "at">;

/** The finished presses in a timeline, by the event that they were made on. */
export function pressesByEvent(items: readonly ChatItem[]): Map<string, ActionItem[]> {
  const presses = new Map<string, ActionItem[]>();
  for (const item of items) {
    if (item.kind !== "action" || item.outcome.state === "working" || !item.outcome.eventId) continue;
    presses.set(item.outcome.eventId, [...(presses.get(item.outcome.eventId) ?? []), item]);
  }
  return presses;
}

function outcomeOf({ outcome, createdAt }: ActionItem): CardOutcome[] {
  const { callId, label, state, message, reason } = outcome;
  if (state === "working") return [];
  return [{ callId, label, state, text: state === "succeeded" ? message : reason, at: createdAt }];
}

/** How the last press of each button on these like problems ended, the newest first. */
export function outcomesOn(
  cards: readonly ProblemItem[],
  presses: ReadonlyMap<string, readonly ActionItem[]>,
  outcomes: Panel["outcomes"],
): CardOutcome[] {
  const [first] = cards;
  if (!first) return [];
  const { event, occurredAt } = first.card;
  const reference = referenceOf(first.card.properties);
  const firstAt = Date.parse(occurredAt);
  const fromItems = cards.flatMap(({ card }) => (card.eventId ? (presses.get(card.eventId) ?? []) : []).flatMap(outcomeOf));
  const fromPanel = outcomes.filter(
    ({ about, at }) => about?.event === event && about.reference === reference && Date.parse(at) >= firstAt,
  );
  const newestFirst = [...fromItems, ...fromPanel].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const labels = new Set<string>();
  return newestFirst.filter(({ label }) => !labels.has(label) && labels.add(label));
}
