import { createHash, randomBytes } from "node:crypto";

const validMs = 7 * 24 * 60 * 60 * 1000;

/** A one-time link: the token is in its fragment, which no server, log or other site gets to see; only the hash is kept. */
export function newLink() {
  const token = randomBytes(32).toString("base64url");
  const createdAt = new Date();
  return { token, kept: { hash: hashOf(token), createdAt, expiresAt: new Date(createdAt.getTime() + validMs) } };
}

/** 32 random bytes need no salt or slow hash: there is nothing to guess. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
