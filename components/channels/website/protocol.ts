/** A message that waits to be sent, as the page stores it: the frame wrote the text, and reads it. */
export type StoredMessage = { id: string; value: string };

/** What the frame tells the page's loader. It knows no secrets of the page, and gets none but the visitor's. */
export type FromFrame =
  /** The frame's script runs: tell it who the visitor is. */
  | { kind: "ready" }
  | { kind: "close" }
  | { kind: "unread"; count: number }
  /** Everything up to this time was seen. */
  | { kind: "read"; at: string }
  /** Store this message until it is sent; null when it was. */
  | { kind: "store"; id: string; value: string | null }
  /** This visitor is somebody else for good: make a new one. */
  | { kind: "renew" }
  /** For the developer of the page. */
  | { kind: "warn"; text: string };

/** What the loader tells the frame. */
export type ToFrame =
  /** The visitor's identity; sent again when it changes. */
  | { kind: "begin"; token: string; readUntil: string; unsent: StoredMessage[]; isOpen: boolean; identity: string | null }
  | { kind: "shown"; isOpen: boolean }
  /** Another tab showed everything up to this time. */
  | { kind: "seen"; until: string }
  | { kind: "identify"; token: string };

/** Each message names its workspace, so that two chats in one page do not hear each other. */
export type Addressed<M> = M & { beside: string };

/** A token as `lib/channels/website/contract.ts` wants it: 32 random bytes in base64url. */
export const tokenPattern = /^[\w-]{43}$/;

export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
