import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Whether Meta's signature is the one of these bytes, in constant time. */
export function isSignedBy(appSecret: string, bytes: Uint8Array, signature: string): boolean {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(signature.trim()) ?? [];
  if (hex === undefined) return false;
  return timingSafeEqual(createHmac("sha256", appSecret).update(bytes).digest(), Buffer.from(hex, "hex"));
}

// Digests always have the same length, so the time of the comparison reveals nothing.
const digestOf = (text: string) => createHash("sha256").update(text).digest();

export const isSameToken = (sent: string, ours: string): boolean => timingSafeEqual(digestOf(sent), digestOf(ours));
