import { z } from "zod";
import { Code, Part, Words } from "./fields";
import type { RawMessage } from "./payload";
import { idOf, type Names, phoneOf } from "./sender";

const Message = z.object({
  from: Code,
  from_user_id: Code,
  from_parent_user_id: Code,
  system: Part({
    type: Words,
    wa_id: Code,
    user_id: Code,
    parent_user_id: Code,
    previous_user_id: Code,
    previous_parent_user_id: Code,
  }),
});

/** The person got another number or id: the previous names are theirs no longer. `endsPhone`: neither is the number that was known. */
export type IdentityChange = { previous: Names; next: Names; endsPhone: boolean };

const ofNumber = new Set(["user_changed_number", "customer_changed_number"]);

/**
 * Undefined for a message that is no such change, or that does not say from what to what. With a change of number, `from` is the
 * number before it. The id of the sender may be the one before or after the change, so it only counts when nothing else names the
 * previous one. A changed id without any number comes from a change of number that Meta does not show.
 */
export function identityChangeOf(message: RawMessage): IdentityChange | undefined {
  if (message["type"] !== "system") return undefined;
  const { from, from_user_id, from_parent_user_id, system } = Message.parse(message);
  const isNumber = ofNumber.has(system?.type ?? "");
  if (!system || !(isNumber || system.type === "user_changed_user_id")) return undefined;
  const phone = phoneOf(system.wa_id) ?? (isNumber ? undefined : phoneOf(from));
  const next = { phone, userId: idOf(system.user_id), parentUserId: idOf(system.parent_user_id) };
  const previous = {
    phone: isNumber ? other(phoneOf(from), next.phone) : undefined,
    userId: other(idOf(system.previous_user_id) ?? idOf(from_user_id), next.userId),
    parentUserId: other(idOf(system.previous_parent_user_id) ?? idOf(from_parent_user_id), next.parentUserId),
  };
  return isNamed(previous) && isNamed(next) ? { previous, next, endsPhone: isNumber || phone === undefined } : undefined;
}

const other = (value: string | undefined, than: string | undefined) => (value === than ? undefined : value);

const isNamed = ({ phone, userId, parentUserId }: Names): boolean => (phone ?? userId ?? parentUserId) !== undefined;
