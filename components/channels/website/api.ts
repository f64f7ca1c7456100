import type { readMessages, VisitorState as State, uploadFile } from "@/lib/channels/website/contract";
import * as endpoints from "@/lib/channels/website/endpoints";
import { type AddressParts, addressOf } from "@/lib/kernel/address";
import type { Contract, EndpointOf, ReplyOf } from "@/lib/kernel/contract";

type Page = ReplyOf<typeof readMessages>;
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

async function errorOf(response: Response): Promise<CallError> {
  const reply = (await response.json().catch(() => undefined)) as { error?: { message?: unknown } } | undefined;
  const message = reply?.error?.message;
  const seconds = Number(response.headers.get("retry-after"));
  return new CallError(response.status, typeof message === "string" ? message : "", Number.isFinite(seconds) ? seconds * 1000 : 0);
}

type Sent = AddressParts & { withinMs: number; body?: BodyInit; headers?: Record<string, string> };

/** The calls of one visitor. */
export function visitorApi(workspace: string, token: string) {
  /** @throws CallError */
  async function request({ method, path }: Pick<Contract, "method" | "path">, sent: Sent): Promise<Response> {
    const { withinMs, params, query = {}, headers, ...body } = sent;
    const address = addressOf(path, { params: { workspace, ...params }, query });
    const response = await fetch(address, {
      ...body,
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(withinMs),
      cache: "no-store",
      credentials: "omit",
    }).catch(() => undefined);
    if (!response) throw new CallError(0);
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  async function json<C extends Contract>(endpoint: EndpointOf<C>, sent: Sent): Promise<ReplyOf<C>> {
    const arrived = await request(endpoint, sent);
    return arrived.json().catch(() => {
      // The connection ended within the answer.
      throw new CallError(0);
    });
  }

  const send = <C extends Contract>(endpoint: EndpointOf<C>, body: object) =>
    json(endpoint, { withinMs: writeWithinMs, body: JSON.stringify(body), headers: { "content-type": "application/json" } });

  return {
    read: (query: { after?: string; before?: string } = {}) => json(endpoints.readMessages, { withinMs: readWithinMs, query }),
    send: (message: { id: string; text: string; attachments: string[] }) => send(endpoints.sendMessage, message),
    identify: (signed: string) => send(endpoints.identify, { token: signed }),
    leaveEmail: (email: string) => send(endpoints.leaveEmail, { email }),
    upload: (file: File) => {
      const headers = { "content-type": "application/octet-stream", "x-file-name": encodeURIComponent(file.name) };
      return json(endpoints.uploadFile, { withinMs: uploadWithinMs, body: file, headers });
    },
    open: async (attachmentId: string): Promise<Blob> => {
      const response = await request(endpoints.openFile, { withinMs: uploadWithinMs, params: { attachmentId } });
      return response.blob().catch(() => {
        throw new CallError(0);
      });
    },
  };
}

export type VisitorApi = ReturnType<typeof visitorApi>;
