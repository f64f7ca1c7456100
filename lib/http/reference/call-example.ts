import { callBody } from "@/lib/actions/calls/call-body";
import { sign } from "@/lib/actions/calls/signature";

/** What each field of the body of an action call is. A test compares the names with a body that the product sent. */
export const callFields: Record<string, [type: string, meaning: string]> = {
  action: ["string", "the identifier of the button"],
  label: ["string", "what the button says"],
  conversationId: ["string (uuid)", "the chat in which it was pressed"],
  "customer.id": ["string (uuid)", "the person in the chat"],
  "customer.name": ["string", "as the channel knows it; empty when unknown"],
  "customer.phone": ["string", "digits with the country code, without a plus; empty when unknown"],
  "customer.visitorId": ["string or null", "the browser of a website’s visitor"],
  "customer.email": ["string or null", "what is known of it"],
  contact: ["object or null", "what your API calls sent; null when the person is not known by a userId: match on `customer.phone` then"],
  "contact.externalId": ["string", "your `userId`"],
  "contact.email": ["string or null", "as you sent it"],
  "contact.phone": ["string or null", "digits with the country code"],
  "contact.name": ["string or null", "as you sent it"],
  "agent.id": ["string (uuid)", "the agent who pressed"],
  "agent.name": ["string", "their name"],
  sentAt: ["string (date-time)", "when it was sent, UTC with milliseconds"],
  inputs: ["object, may be missing", "what the agent filled in: strings, numbers and choices by their names; empty ones are missing"],
  event: ["object, may be missing", "the problem on which the button was pressed"],
  "event.id": ["string (uuid)", "the recorded event"],
  "event.event": ["string", "its name"],
  "event.level": ['"problem" or "info"', "its level"],
  "event.properties": ["object", "its properties"],
  "event.occurredAt": ["string (date-time)", "when it happened"],
};

const at = (time: string) => new Date(`2026-03-01T${time}Z`);

/** The body that a button with inputs sends when it is pressed on a problem. */
export const exampleBody = (): string =>
  callBody({
    action: "retry_payment",
    label: "Retry payment",
    chatId: "0198f3a0-91c7-7d20-8a4b-6c2f0e9d7b11",
    person: { id: "0198f39f-2b6e-7a05-b7c8-1d4e9f3a5c22", name: "Ada Okafor", phone: "447911123456", visitorId: null, email: null },
    contact: { userId: "user_8841", email: "ada@example.com", phone: "447911123456", name: "Ada Okafor" },
    agent: { id: "0198f12c-44d0-7e91-9c3a-8b7d6e5f4a33", name: "Mia Tanaka" },
    sentAt: at("10:44:12.345"),
    inputs: { amount: 59.9, reason: "Card was replaced" },
    event: {
      id: "0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10",
      event: "Payment failed",
      level: "problem",
      properties: { amount: "59.90 EUR", reference: "INV-2041" },
      occurredAt: at("10:43:00.000"),
    },
  });

/** A signature that a receiver can compute again. */
export function testVector() {
  const [secret, timestamp, body] = ["whsec_test_0123456789abcdef", 1_766_000_000, '{"action":"refund","label":"Refund é 👍"}'];
  return { secret, timestamp: String(timestamp), body, signature: sign([secret], timestamp, body)["X-Service-Signature"] };
}
