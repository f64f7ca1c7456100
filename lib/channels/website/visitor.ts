import { createHash } from "node:crypto";

/** 32 random bytes as base64url, as a browser makes them. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export const isVisitorToken = (text: string): boolean => tokenPattern.test(text);

/** The visitor of a token. Only this hash is stored, so nobody can speak for a visitor with what the database holds. */
export const visitorIdOf = (workspaceId: string, token: string): string =>
  createHash("sha256").update(`beside-visitor:${workspaceId}:${token}`).digest("base64url");

/**
 * Where streams listen for their visitor's first message: until then there is no person to listen for. It has the form of an id,
 * because only ids are passed on between instances.
 */
export function topicOf(visitorId: string): string {
  const digits = createHash("sha256").update(`beside-visitor-topic:${visitorId}`).digest("hex");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20, 32)}`;
}
