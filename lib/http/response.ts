import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A response, before Next or node:http writes it. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Bytes that are read while they are sent, instead of the text. */
  stream?: Readable;
  /** The code and message of an error. */
  refused?: { code: string; message: string };
};

export const json = (status: number, headers: Record<string, string>, body: unknown): Reply => ({
  status,
  headers: { ...headers, "content-type": "application/json" },
  text: JSON.stringify(body),
});

/** Whether a response with this status may have a body. */
const hasBody = (status: number): boolean => status !== 304;

export function toResponse({ status, headers, text, stream }: Reply): Response {
  const body = stream ? (Readable.toWeb(stream) as ReadableStream<Uint8Array>) : text;
  return new Response(hasBody(status) ? body : null, { status, headers });
}

/** Writes a response over node:http; `isHead` leaves the body out. A stream that fails ends the connection. */
export async function writeTo(response: ServerResponse, { status, headers, text, stream }: Reply, isHead: boolean): Promise<void> {
  const length = hasBody(status) && !stream ? { "content-length": Buffer.byteLength(text) } : {};
  response.writeHead(status, { ...headers, ...length });
  if (stream && !isHead) return pipeline(stream, response);
  stream?.destroy();
  response.end(isHead || stream ? undefined : text);
}
