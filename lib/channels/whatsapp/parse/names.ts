import { Code } from "./fields";
import { identityChangeOf } from "./identity-change";
import type { RawMessage } from "./payload";
import type { Names } from "./sender";

/**
 * By which names a message knows its person: the sender of a message (`from`), the recipient of an echo (`to`). A change of
 * number counts as the new one's, so that what the new number sends next waits for it.
 */
export function namesIn(message: RawMessage, end: "from" | "to"): Names {
  const change = identityChangeOf(message);
  if (change) return change.next;
  return {
    phone: Code.parse(message[end]),
    userId: Code.parse(message[`${end}_user_id`]),
    parentUserId: Code.parse(message[`${end}_parent_user_id`]),
  };
}
