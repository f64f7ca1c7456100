import { Agent, request } from "undici";

export type Call = { method: string; path: string; headers: Record<string, string>; body?: string };
/** `status` is 0 when there was no answer. */
type Answer = { status: number; ms: number; retryAfterSeconds: number };

const timeoutMs = 30_000;
/** As many connections as there are calls at once; none is used again after the time in which the server may close it. */
const agent = new Agent({
  connections: null,
  pipelining: 1,
  keepAliveTimeout: 2_000,
  headersTimeout: timeoutMs,
  bodyTimeout: timeoutMs,
  connect: { timeout: timeoutMs },
});

export const jsonCall = (method: string, path: string, headers: Record<string, string>, body?: object): Call => ({
  ...{ method, path, headers },
  ...(body && { body: JSON.stringify(body) }),
});

export const keyHeaders = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}`, "content-type": "application/json" });

/** The time from the call to the end of its answer. `onData` gets the parts of the answer; an answer that does not end is left by `signal`. */
export async function timedCall(
  url: string,
  { method, path, headers, body }: Call,
  { onData, signal }: { onData?: (chunk: Buffer) => void; signal?: AbortSignal } = {},
): Promise<Answer> {
  const begun = performance.now();
  try {
    const reply = await request(url + path, {
      method: method as "GET",
      headers,
      dispatcher: agent,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    for await (const chunk of reply.body) onData?.(chunk as Buffer);
    const retryAfterSeconds = Number(reply.headers["retry-after"] ?? 1);
    return { status: reply.statusCode, ms: performance.now() - begun, retryAfterSeconds };
  } catch {
    return { status: 0, ms: performance.now() - begun, retryAfterSeconds: 1 };
  }
}
