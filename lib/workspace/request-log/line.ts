import { credentialPattern } from "@/lib/kernel/credentials";

/** A call as it is stored, without its body. */
export type Line = {
  workspaceId: string;
  id: string;
  method: string;
  path: string;
  userId: string | null;
  status: number;
  code: string | null;
  message: string | null;
  tookMs: number;
  requestId: string;
  keyId: string;
  at: string;
};

/** A finished call. `route` is the contract's path, `path` the one of the request. */
export type FinishedCall = {
  workspaceId: string;
  keyId: string;
  method: string;
  route: string;
  path: string;
  status: number;
  refused?: { code: string; message: string } | undefined;
  tookMs: number;
  requestId: string;
};

const contactPath = "/api/v1/contacts/{userId}";
const maxLength = 300;
// 255 code points are at most twice as many UTF-16 units.
const maxUserId = 510;

/** Text that a column can store, without API keys and secrets that were sent in the wrong place. */
const storable = (text: string) => text.slice(0, maxLength).toWellFormed().replaceAll("\0", "").replace(credentialPattern, "$1…");

/** The userId in a path; null when no contact can have it. */
function userIdIn(path: string): string | null {
  try {
    const userId = decodeURIComponent(path.slice(contactPath.indexOf("{")));
    return userId.length <= maxUserId && userId.isWellFormed() && !userId.includes("\0") ? userId.replace(credentialPattern, "$1…") : null;
  } catch {
    return null;
  }
}

/** What a message quotes of the call may name a person, and no deletion would find it here. */
const withoutQuotes = (message: string): string => message.replace(/(; you sent )"(?:[^"\\]|\\.)*"/g, '$1"…"');

/** The line of a call. A contact's userId is stored apart from the path, so that deleting the contact can remove it. */
export function lineOf(call: FinishedCall, id: string, at: Date): Line {
  const { workspaceId, keyId, method, route, path, status, refused, tookMs, requestId } = call;
  const userId = route.startsWith(contactPath) ? userIdIn(path.slice(0, path.length - (route.length - contactPath.length))) : null;
  return {
    ...{ workspaceId, id, method, status, keyId },
    path: userId === null ? storable(path) : route,
    userId,
    code: refused?.code ?? null,
    message: refused ? storable(withoutQuotes(refused.message)) : null,
    tookMs: Math.round(tookMs * 10) / 10,
    requestId: storable(requestId),
    at: at.toISOString(),
  };
}

/** The path of the request. */
export const pathOf = ({ path, userId }: { path: string; userId: string | null }): string =>
  userId === null ? path : path.replace("{userId}", () => encodeURIComponent(userId));
