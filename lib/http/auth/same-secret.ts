import { createHash, timingSafeEqual } from "node:crypto";

// Digests always have the same length, so the time of the comparison reveals nothing.
const digestOf = (text: string) => createHash("sha256").update(text).digest();

/** Compares a secret that a caller sent with the one we have, in constant time. */
export const isSameSecret = (sent: string, ours: string): boolean => timingSafeEqual(digestOf(sent), digestOf(ours));
