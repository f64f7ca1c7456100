/** A call as it is kept; the body is not. */
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

/** What the end of a call says of it. `route` is the contract's path, `path` the one on the wire. */
export type Ended = {
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
const longest = 300;
// 255 code points may be twice as many letters of a string.
const longestUserId = 510;
const secrets = /\b(bsk|whsec)_[A-Za-z0-9_-]{8,}/g;

/** What can stand in a column of text, without keys that were put at a wrong place. */
const kept = (text: string) => text.slice(0, longest).toWellFormed().replaceAll("\0", "").replace(secrets, "$1_…");

/** The userId that a path names; nothing when no contact can have it. */
function userIdIn(path: string): string | null {
  try {
    const userId = decodeURIComponent(path.slice(contactPath.indexOf("{")));
    return userId.length <= longestUserId && userId.isWellFormed() && !userId.includes("\0") ? userId.replace(secrets, "$1_…") : null;
  } catch {
    return null;
  }
}

/** The line of a call. A contact's name stands apart from the path, so that deleting the contact can take it away. */
export function lineOf(call: Ended, id: string, at: Date): Line {
  const { workspaceId, keyId, method, route, path, status, refused, tookMs, requestId } = call;
  const userId = route === contactPath ? userIdIn(path) : null;
  return {
    ...{ workspaceId, id, method, status, keyId },
    path: userId === null ? kept(path) : contactPath,
    userId,
    code: refused?.code ?? null,
    message: refused ? kept(refused.message) : null,
    tookMs: Math.round(tookMs * 10) / 10,
    requestId: kept(requestId),
    at: at.toISOString(),
  };
}

/** The path as it was called. */
export const pathOf = ({ path, userId }: { path: string; userId: string | null }): string =>
  userId === null ? path : path.replace("{userId}", () => encodeURIComponent(userId));
