import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { SentBody } from "@/lib/workspace/request-log/line";
import type { Arrival } from "./limits/arriving";

type Body = Buffer | "too_large" | "late" | "slow";

/** What the steps need of a request, whether it comes from Next or from node:http. */
export type ApiRequest = {
  method: string;
  /** Path and query as they were on the wire, or a complete URL. */
  url: string;
  header: (name: string) => string | null;
  /** The body, up to `max` bytes; more is `too_large`, and one that takes longer than `deadlineMs` is `late`. An `arrival` may end it. */
  read: (max: number, deadlineMs: number, arrival?: Arrival) => Promise<Body>;
  /** The body while it arrives, at the speed of whoever takes it; what is not taken is discarded. Throws when it is cut off. */
  arriving: () => AsyncIterable<Uint8Array>;
  /** The caller, as far as it was identified: also of a rejected call. */
  from: { workspaceId?: string; keyId?: string };
  /** What was read of the body: also of a rejected call, for the request log, which keeps none of its values. */
  sent: SentBody;
  /** What was sent and is not used. */
  unused: Unused;
  /** The same of each item of a batch. */
  unusedOfItems: Unused[];
};

/** Sentences for the answer, and those of them that may be the cause of an error, behind its reason. */
export type Unused = { warnings: readonly string[]; hints: readonly string[] };

export const nothingUnused = (): Pick<ApiRequest, "unused" | "unusedOfItems"> => ({
  unused: { warnings: [], hints: [] },
  unusedOfItems: [],
});

/** How many bytes a body is said to have; 0 if nothing is. */
export const declaredBytes = ({ header }: Pick<ApiRequest, "header">): number => Number(header("content-length") ?? 0);

const slowCheckMs = 1_000;
const writing = new Set(["PUT", "POST", "PATCH", "DELETE"]);

/** Whether a call with this method may change something. */
export const isWriting = (method: string): boolean => writing.has(method);

/** A request as a route of Next gets it. */
export const fromRequest = (request: Request): ApiRequest => ({
  method: request.method,
  url: request.url,
  header: (name) => request.headers.get(name),
  read: (max, deadlineMs, arrival) => readStream(request.body, { max, deadlineMs, arrival }),
  arriving: () => partsOf(request.body),
  from: {},
  sent: {},
  ...nothingUnused(),
});

/** A request as node:http gets it: nothing is copied, and the body is not converted to another kind of stream. */
export const fromNode = (message: IncomingMessage): ApiRequest => ({
  method: message.method ?? "GET",
  url: message.url ?? "/",
  header: (name) => {
    const value = message.headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
  },
  read: (max, deadlineMs, arrival) => readMessage(message, { max, deadlineMs, arrival }),
  arriving: () => partsOfMessage(message),
  from: {},
  sent: {},
  ...nothingUnused(),
});

/** The caller disconnected: nobody reads this, and it is not logged as a failure. */
const cutOff = () => new AppError("invalid_request", "The body was cut off. Send it again.");

type Bounds = { max: number; deadlineMs: number; arrival: Arrival | undefined };

/** Calls `end` when the time is over, or the body is slow. Returns a function that stops this. */
function limitTime({ deadlineMs, arrival }: Bounds, end: (why: "late" | "slow") => void): () => void {
  const timer = setTimeout(() => end("late"), deadlineMs);
  const watch = arrival && setInterval(() => arrival.isSlow() && end("slow"), slowCheckMs);
  return () => {
    clearTimeout(timer);
    clearInterval(watch);
  };
}

function readMessage(message: IncomingMessage, bounds: Bounds): Promise<Body> {
  return new Promise((resolve, reject) => {
    // The caller may have disconnected while the call was authenticated: then neither "end" nor "error" comes any more.
    if (message.destroyed) return reject(cutOff());
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (finish: () => void) => {
      stop();
      message.off("data", onData);
      // The rest is discarded, so that a response can be sent.
      message.resume();
      finish();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > bounds.max) return end(() => resolve("too_large"));
      try {
        bounds.arrival?.onBytes(chunk.byteLength);
      } catch (error) {
        return end(() => reject(error));
      }
      chunks.push(chunk);
    };
    const stop = limitTime(bounds, (why) => end(() => resolve(why)));
    message.on("data", onData);
    message.once("end", () => end(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))));
    message.once("error", () => {
      stop();
      reject(cutOff());
    });
  });
}

async function readStream(body: ReadableStream<Uint8Array> | null, bounds: Bounds): Promise<Body> {
  if (!body) return Buffer.alloc(0);
  const reader = body.getReader();
  let stop = () => {};
  const ended = new Promise<"late" | "slow">((resolve) => {
    stop = limitTime(bounds, resolve);
  });
  const all = async () => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > bounds.max) return "too_large" as const;
      bounds.arrival?.onBytes(value.byteLength);
      chunks.push(value);
    }
  };
  const reading = all();
  // Once the time is over, what becomes of the rest is of no interest.
  reading.catch(() => undefined);
  try {
    const result = await Promise.race([reading, ended]);
    if (typeof result === "string") discard(reader);
    return result;
  } catch (error) {
    discard(reader);
    throw error;
  } finally {
    stop();
  }
}

async function* partsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const part = await reader.read().catch(() => {
        throw cutOff();
      });
      if (part.done) return;
      yield part.value;
    }
  } finally {
    discard(reader);
  }
}

async function* partsOfMessage(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  if (message.destroyed && !message.readableEnded) throw cutOff();
  try {
    for await (const part of message.iterator({ destroyOnReturn: false })) yield part as Buffer;
  } catch {
    throw cutOff();
  } finally {
    message.resume();
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
