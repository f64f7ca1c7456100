import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** What the steps need of a request, whichever door it came by. */
export type Incoming = {
  method: string;
  /** Path and query as they stood on the wire, or a whole address. */
  url: string;
  header: (name: string) => string | null;
  /** The body, up to `most` bytes; more is `too_large`, and one that takes longer is `late`. */
  read: (most: number, deadlineMs: number) => Promise<Buffer | "too_large" | "late">;
  /** Whose call it is, as far as that was found out: also of one that was refused. */
  from: { workspaceId?: string; keyId?: string };
};

/** A request as a route of Next gets it. */
export const fromRequest = (request: Request): Incoming => ({
  method: request.method,
  url: request.url,
  header: (name) => request.headers.get(name),
  read: (most, deadlineMs) => readStream(request.body, most, deadlineMs),
  from: {},
});

/** A request as node:http gets it: nothing is copied, and the body is not made a stream of another kind. */
export const fromNode = (message: IncomingMessage): Incoming => ({
  method: message.method ?? "GET",
  url: message.url ?? "/",
  header: (name) => {
    const value = message.headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
  },
  read: (most, deadlineMs) => readMessage(message, most, deadlineMs),
  from: {},
});

function readMessage(message: IncomingMessage, most: number, deadlineMs: number): Promise<Buffer | "too_large" | "late"> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (result: Buffer | "too_large" | "late") => {
      clearTimeout(timer);
      message.off("data", take);
      // What still comes is let go, so that the connection can be answered.
      if (typeof result === "string") message.resume();
      resolve(result);
    };
    const take = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > most) end("too_large");
      else chunks.push(chunk);
    };
    const timer = setTimeout(() => end("late"), deadlineMs);
    message.on("data", take);
    message.once("end", () => end(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    message.once("error", () => {
      clearTimeout(timer);
      // The caller went away: nobody reads this, and it is nothing for the log.
      reject(new AppError("invalid_request", "The body was cut off. Send it again."));
    });
  });
}

async function readStream(
  body: ReadableStream<Uint8Array> | null,
  most: number,
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
      if (size > most) return "too_large" as const;
      chunks.push(value);
    }
  };
  try {
    const result = await Promise.race([all(), late]);
    if (typeof result === "string") letGo(reader);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads on and keeps nothing: a stream that is cancelled ends its connection, and with it the answer. */
async function letGo(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The caller went away: nobody waits for the answer.
  }
}

/** A caller's own well-formed id is kept, so that their log and ours can be laid side by side. */
export function requestIdOf(incoming: Incoming): string {
  const own = incoming.header("x-request-id") ?? "";
  return /^[A-Za-z0-9._:+/=~-]{1,128}$/.test(own) ? own : newId();
}
