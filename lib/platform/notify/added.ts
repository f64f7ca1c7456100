import { z } from "zod";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { Added, type ChangeNotification, type OnBus } from "./message";

/** In UTF-8, for all items of a notification: larger ones cost each tab more than a request of the one that shows the chat. */
export const maxAddedBytes = 4_096;

/** With these items, unless they are too large together: then it says only how far the chats are. */
export function withAdded(what: ChangeNotification, added: readonly Added[]): ChangeNotification {
  const isSmall = added.length > 0 && Buffer.byteLength(JSON.stringify(added)) <= maxAddedBytes;
  return isSmall ? { ...what, added } : what;
}

const rowOf = (workspaceId: string) => `bus:${workspaceId}`;

/** Items are encrypted between instances: whoever can use Redis neither reads what people wrote nor shows an agent something else. */
export function encryptAdded(workspaceId: string, { added, ...what }: ChangeNotification): OnBus {
  return added ? { ...what, encrypted: encrypt(JSON.stringify(added), rowOf(workspaceId)) } : what;
}

/** Without the items when they cannot be read, such as those of an instance that has another key: the screens fetch them. */
export function decryptAdded(workspaceId: string, { encrypted, ...what }: OnBus): ChangeNotification {
  if (encrypted === undefined) return what;
  try {
    return { ...what, added: z.array(Added).parse(JSON.parse(decrypt(encrypted, rowOf(workspaceId)))) };
  } catch {
    return what;
  }
}
