type Person = { id: string; name: string | null; phone: string | null; visitorId: string | null; email: string | null };
type Contact = { userId: string; email: string | null; phone: string | null; name: string | null };

export type Press = {
  action: string;
  label: string;
  chatId: string;
  person: Person;
  contact: Contact | null;
  agent: { id: string; name: string };
  sentAt: Date;
};

/** The body of an action call, exactly as spec §2.5 has it. These bytes are signed, sent and kept. */
export function bodyOf({ action, label, chatId, person, contact, agent, sentAt }: Press): string {
  return JSON.stringify({
    action,
    label,
    conversationId: chatId,
    customer: { id: person.id, name: person.name ?? "", phone: person.phone ?? "", visitorId: person.visitorId, email: person.email },
    contact: contact && { externalId: contact.userId, email: contact.email, phone: contact.phone, name: contact.name },
    agent: { id: agent.id, name: agent.name },
    sentAt: sentAt.toISOString(),
  });
}
