import type { InputValues } from "@/lib/actions/buttons/shared/inputs";
import type { Level } from "@/lib/context/events/shared/level";

type Person = { id: string; name: string | null; phone: string | null; visitorId: string | null; email: string | null };
type Contact = { userId: string; email: string | null; phone: string | null; name: string | null };
/** The event on whose card the button was pressed. */
export type SentEvent = { id: string; event: string; level: Level; properties: unknown; occurredAt: Date };

type CallBody = {
  action: string;
  label: string;
  chatId: string;
  person: Person;
  contact: Contact | null;
  agent: { id: string; name: string };
  sentAt: Date;
  /** What the agent filled in: only for a button that has inputs. */
  inputs?: InputValues | undefined;
  event?: SentEvent | undefined;
};

/**
 * The body of an action call, exactly as in spec §2.5; a button's inputs and event are appended. These bytes are signed, sent
 * and stored.
 */
export function callBody({ action, label, chatId, person, contact, agent, sentAt, inputs, event }: CallBody): string {
  return JSON.stringify({
    action,
    label,
    conversationId: chatId,
    customer: { id: person.id, name: person.name ?? "", phone: person.phone ?? "", visitorId: person.visitorId, email: person.email },
    contact: contact && { externalId: contact.userId, email: contact.email, phone: contact.phone, name: contact.name },
    agent: { id: agent.id, name: agent.name },
    sentAt: sentAt.toISOString(),
    ...(inputs && { inputs }),
    ...(event && { event: eventOf(event) }),
  });
}

const eventOf = ({ id, event, level, properties, occurredAt }: SentEvent) => ({
  id,
  event,
  level,
  properties,
  occurredAt: occurredAt.toISOString(),
});

/** The body of a call with a new `sentAt`; all other fields keep their values and order. */
export const withSentAt = (body: string, sentAt: Date): string =>
  JSON.stringify({ ...(JSON.parse(body) as object), sentAt: sentAt.toISOString() });
