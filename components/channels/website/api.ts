import type { identify, leaveEmail, readMessages, VisitorState as State, sendMessage, uploadFile } from "@/lib/channels/website/contract";
import type { ReplyOf } from "@/lib/kernel/contract";

export type Page = ReplyOf<typeof readMessages>;
export type VisitorMessage = Page["items"][number];
export type VisitorState = State;
export type Attachment = ReplyOf<typeof uploadFile>;

/** A response that is no success. `status` 0: there was none, and what was sent may have arrived. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    message = "",
    /** How long the server asks to wait. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
    this.name = "CallError";
  }

  /** Worth another try by itself: no answer, too many calls, or a server that is in trouble. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const readWithinMs = 15_000;
const writeWithinMs = 40_000;
const uploadWithinMs = 180_000;

export const addressFor = (workspace: string, path: string) => `/api/widget/${encodeURIComponent(workspace)}/${path}`;

export async function errorOf(response: Response): Promise<CallError> {
  const reply = (await response.json().catch(() => undefined)) as { error?: { message?: unknown } } | undefined;
  const message = reply?.error?.message;
  const seconds = Number(response.headers.get("retry-after"));
  return new CallError(response.status, typeof message === "string" ? message : "", Number.isFinite(seconds) ? seconds * 1000 : 0);
}

/** The calls of one visitor. Written by hand, because the contracts' schemas would be most of the frame's script. */
export function visitorApi(workspace: string, token: string) {
  const authorization = `Bearer ${token}`;

  /** @throws CallError */
  async function request(path: string, withinMs: number, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, authorization };
    const options = { ...init, headers, signal: AbortSignal.timeout(withinMs), cache: "no-store", credentials: "omit" } as const;
    const response = await fetch(addressFor(workspace, path), options).catch(() => undefined);
    if (!response) throw new CallError(0);
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  async function json<Reply>(response: Promise<Response>): Promise<Reply> {
    const arrived = await response;
    return arrived.json().catch(() => {
      // The connection ended within the answer.
      throw new CallError(0);
    });
  }

  const post = <Reply>(path: string, body: object) =>
    json<Reply>(
      request(path, writeWithinMs, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    );

  return {
    read: (from: { after?: string; before?: string } = {}) => json<Page>(request(`messages?${new URLSearchParams(from)}`, readWithinMs)),
    send: (message: { id: string; text: string; attachments: string[] }) => post<ReplyOf<typeof sendMessage>>("messages", message),
    identify: (signed: string) => post<ReplyOf<typeof identify>>("identify", { token: signed }),
    leaveEmail: (email: string) => post<ReplyOf<typeof leaveEmail>>("email", { email }),
    upload: (file: File) =>
      json<Attachment>(
        request("attachments", uploadWithinMs, {
          method: "POST",
          body: file,
          headers: { "content-type": "application/octet-stream", "x-file-name": encodeURIComponent(file.name) },
        }),
      ),
    open: async (id: string): Promise<Blob> => {
      const response = await request(`attachments/${id}`, uploadWithinMs);
      return response.blob().catch(() => {
        throw new CallError(0);
      });
    },
  };
}

export type VisitorApi = ReturnType<typeof visitorApi>;
