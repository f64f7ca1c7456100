import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** What the steps need of a request, whether it comes from Next or from node:http. */
export type ApiRequest = {
  method: string;
  /** Path and query as they were on the wire, or a complete URL. */
  url: string;
  header: (name: string) => string | null;
  /** The body, up to `max` bytes; more is `too_large`, and one that takes longer than `deadlineMs` is `late`. */
  read: (max: number, deadlineMs: number) => Promise<Buffer | "too_large" | "late">;
  /** The caller, as far as it was identified: also of a rejected call. */
  from: { workspaceId?: string; keyId?: string };
};

const writing = new Set(["PUT", "POST", "PATCH", "DELETE"]);

/** Whether a call with this method may change something. */
export const isWriting = (method: string): boolean => writing.has(method);

/** A request as a route of Next gets it. */
export const fromRequest = (request: Request): ApiRequest => ({
  method: request.method,
  url: request.url,
  header: (name) => request.headers.get(name),
  read: (max, deadlineMs) => readStream(request.body, max, deadlineMs),
  from: {},
});

/** A request as node:http gets it: nothing is copied, and the body is not converted to another kind of stream. */
export const fromNode = (message: IncomingMessage): ApiRequest => ({
  method: message.method ?? "GET",
  url: message.url ?? "/",
  header: (name) => {
    const value = message.headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
  },
  read: (max, deadlineMs) => readMessage(message, max, deadlineMs),
  from: {},
});

/** The caller disconnected: nobody reads this, and it is not logged as a failure. */
const cutOff = () => new AppError("invalid_request", "The body was cut off. Send it again.");

function readMessage(message: IncomingMessage, max: number, deadlineMs: number): Promise<Buffer | "too_large" | "late"> {
  return new Promise((resolve, reject) => {
    // The caller may have disconnected while the call was authenticated: then neither "end" nor "error" comes any more.
    if (message.destroyed) return reject(cutOff());
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (result: Buffer | "too_large" | "late") => {
      clearTimeout(timer);
      message.off("data", onData);
      // The rest is discarded, so that a response can be sent.
      if (typeof result === "string") message.resume();
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > max) end("too_large");
      else chunks.push(chunk);
    };
    const timer = setTimeout(() => end("late"), deadlineMs);
    message.on("data", onData);
    message.once("end", () => end(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    message.once("error", () => {
      clearTimeout(timer);
      reject(cutOff());
    });
  });
}

async function readStream(
  body: ReadableStream<Uint8Array> | null,
  max: number,
  deadlineMs: number,
): Promise<Buffer | "too_large" | "late"> {
  if (!body) return Buffer.alloc(0);
  const reader = body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), deadlineMs);
  });
  const all = async () => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > max) return "too_large" as const;
      chunks.push(value);
    }
  };
  try {
    const result = await Promise.race([all(), late]);
    if (typeof result === "string") discard(reader);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads and discards the rest: cancelling the stream would end its connection, and with it the response. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The caller disconnected: nobody waits for the response.
  }
}

/** A caller's own well-formed id is kept, so that their log and ours can be matched. */
export function requestIdOf(request: ApiRequest): string {
  const own = request.header("x-request-id") ?? "";
  return /^[A-Za-z0-9._:+/=~-]{1,128}$/.test(own) ? own : newId();
}
