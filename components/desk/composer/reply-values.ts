import { firstNameOf } from "@/components/desk/shared/describe";
import type { Values } from "@/lib/chats/replies/shared/variables";
import type { Panel } from "@/lib/desk/panel/contract";

/** What saved replies say about the person in the chat. A phone number or a visitor's number is no name. */
export function replyValues({ contact, person }: Pick<Panel, "contact" | "person">, agentName: string): Values {
  const name = contact?.name ?? person.name;
  return {
    name,
    firstName: name && firstNameOf(name),
    email: contact?.email ?? person.email,
    attributes: contact?.attributes ?? {},
    agentName,
  };
}
