import type { Role } from "@/lib/kernel/contract";
import type { ButtonOptions } from "./options";

/** What is known about the person in the chat. Without a contact there are no attributes. */
export type Facts = { contact: { attributes: unknown } | null; hasProblem: boolean };

/** Why a button is not shown for this person, as text for the agent; undefined when all of its conditions hold. */
export function unmetCondition({ attribute, problem, contact }: ButtonOptions["shownWhen"], facts: Facts): string | undefined {
  if (contact && !facts.contact) return "This button is only for people who are linked to a contact.";
  if (problem && !facts.hasProblem) return "This button is only for people with a problem.";
  if (attribute && !hasAttribute(facts.contact?.attributes, attribute)) {
    return `This button is only for contacts whose ${attribute.name} is ${quoted(attribute.equals)}.`;
  }
  return undefined;
}

/** Equal in type and value: "true" is not true, and 5 is not "5". Inherited properties of objects are not attributes. */
function hasAttribute(attributes: unknown, { name, equals }: { name: string; equals: string | number | boolean }): boolean {
  if (typeof attributes !== "object" || attributes === null || !Object.hasOwn(attributes, name)) return false;
  return (attributes as Record<string, unknown>)[name] === equals;
}

export const quoted = (value: string | number | boolean): string => (typeof value === "string" ? `“${value}”` : String(value));

const plurals: Record<Role, string> = { owner: "owners", admin: "admins", agent: "agents" };

/** "owners and admins". */
export const describeRoles = (roles: readonly Role[]): string => roles.map((role) => plurals[role]).join(" and ");
