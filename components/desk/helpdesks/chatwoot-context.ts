import { z } from "zod";
import type { SentSubject } from "@/lib/desk/helpdesks/contract";
import { UserId } from "@/lib/people/shared/identity";
import { parsePhone } from "@/lib/people/shared/phone";

/** What a dashboard app of Chatwoot sends to ask for the context. */
export const fetchInfo = "chatwoot-dashboard-app:fetch-info";

const Text = z.string().nullish();
const Contact = z.object({ identifier: Text, phone_number: Text });

/** What Chatwoot's window posts, as a JSON text. Other messages and fields are ignored. */
const AppContext = z.object({
  event: z.literal("appContext"),
  data: z.object({
    conversation: z.object({ id: z.int().positive() }).nullish(),
    contact: Contact.nullish(),
  }),
});

/** The person whose panel a message of Chatwoot asks for; undefined for any other message. Its values are hints: the message is not signed. */
export function subjectOf(message: unknown): SentSubject | undefined {
  const parsed = typeof message === "string" ? AppContext.safeParse(readJson(message)) : undefined;
  if (!parsed?.success) return undefined;
  const { conversation, contact } = parsed.data.data;
  const userId = UserId.safeParse(contact?.identifier);
  const phone = parsePhone(contact?.phone_number ?? "");
  return {
    ...(userId.success && { userId: userId.data }),
    ...(phone.ok && { phone: phone.digits }),
    ...(conversation && { conversationId: String(conversation.id) }),
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
