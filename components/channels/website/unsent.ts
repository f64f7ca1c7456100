import type { Attachment } from "./api";
import type { StoredMessage } from "./protocol";

/** Something written here that the server may not have yet. `refused`: sending it again would not help. */
export type Unsent = {
  id: string;
  text: string;
  attachments: Attachment[];
  writtenAt: string;
  state: "sending" | "failed" | "refused";
};

export const storedFrom = ({ id, text, attachments, writtenAt }: Unsent): StoredMessage => ({
  id,
  value: JSON.stringify({ text, attachments, writtenAt }),
});

const isText = (value: unknown): value is string => typeof value === "string";

function isAttachment(value: unknown): value is Attachment {
  const { id, name, type, bytes } = Object(value) as Record<string, unknown>;
  return isText(id) && isText(name) && isText(type) && typeof bytes === "number";
}

/** What the page stored for us; what is no message of ours is left out. */
export function unsentFrom(stored: readonly StoredMessage[]): Unsent[] {
  return stored
    .flatMap(({ id, value }): Unsent[] => {
      try {
        const { text, attachments, writtenAt } = JSON.parse(value) as Record<string, unknown>;
        if (!isText(text) || !isText(writtenAt) || !Array.isArray(attachments)) return [];
        return [{ id, text, attachments: attachments.filter(isAttachment), writtenAt, state: "sending" }];
      } catch {
        return [];
      }
    })
    .sort((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1));
}
