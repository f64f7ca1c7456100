import { trimmed } from "@/lib/kernel/visible";
import type * as people from "@/lib/people";
import { currentTime } from "@/lib/platform/db/clock";

/** A name without visible characters counts as not sent: the known one stays. */
export const named = <S extends people.Sender>(sender: S): S & { name: string | undefined } => ({
  ...sender,
  name: trimmed(sender.name ?? "") || undefined,
});

/** When a message was sent: no clock of a channel goes ahead of ours. */
export function pastTime(sentAt: Date | undefined): Date {
  const now = currentTime();
  return sentAt && sentAt < now ? sentAt : now;
}
