import { hash, randomBytes } from "node:crypto";
import { apiKeyPrefix } from "@/lib/kernel/credentials";

const shape = new RegExp(`^${apiKeyPrefix}([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$`);
const checksum = (secret: string) => hash("sha256", `beside key ${secret}`, "base64url").slice(0, 6);

/** A new API key: 32 random bytes and a checksum. */
export function newKey(): string {
  const secret = randomBytes(32).toString("base64url");
  return `${apiKeyPrefix}${secret}${checksum(secret)}`;
}

/** Checks the checksum, so that a mistyped key is rejected without a database query. */
export function isWellFormed(key: string): boolean {
  const [, secret, sum] = shape.exec(key) ?? [];
  return secret !== undefined && checksum(secret) === sum;
}

/** 32 random bytes need no salt or slow hash: there is nothing to guess. */
export const hashOf = (key: string): string => hash("sha256", key, "base64url");
