import { createHash, randomBytes } from "node:crypto";
import { dayMs } from "@/lib/kernel/durations";
import { currentTime } from "@/lib/platform/db/clock";

const validMs = 7 * dayMs;

/** A one-time link. Its token is in the URL fragment, which is sent to no server, log or other site; only the hash is stored. */
export function newLink() {
  const token = randomBytes(32).toString("base64url");
  const createdAt = currentTime();
  return { token, storedFields: { hash: hashOf(token), createdAt, expiresAt: new Date(createdAt.getTime() + validMs) } };
}

/** 32 random bytes need no salt or slow hash: there is nothing to guess. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
