import { isUuid } from "@/lib/kernel/ids";

type Attempt = { id: string; attempts: number };

/**
 * Meta sends this text back with each status of a message, so that a status finds its message also when it overtakes the answer
 * to our call, or when that answer was lost.
 */
export const callbackOf = ({ id, attempts }: Attempt): string => `${id}:${attempts}`;

/** The attempt that a status is about; undefined for a text that is not ours. */
export function attemptOf(callback: string | undefined): Attempt | undefined {
  const [, id = "", attempts = ""] = /^([0-9a-f-]{36}):(\d{1,6})$/.exec(callback ?? "") ?? [];
  return isUuid(id) ? { id, attempts: Number(attempts) } : undefined;
}
