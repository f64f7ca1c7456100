import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { isObject } from "@/lib/kernel/shape";
import { pauses } from "@/lib/platform/event-loop";

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

/** A list of so many is written in one go. */
const shortList = 20;

/** What leaves by a schema, as JSON, and `more` fields of an object. A long list is written one by one, with others served in between. */
export async function encoded(schema: z.ZodType, value: unknown, more: object = {}): Promise<string> {
  const [name, items, item] = longListIn(schema, value) ?? [];
  if (!name || !items || !item) {
    const whole = z.encode(schema, value);
    return JSON.stringify(isObject(whole) ? { ...whole, ...more } : whole);
  }
  const pause = pauses();
  const written: string[] = [];
  for (const one of items) {
    written.push(JSON.stringify(z.encode(item, one)) ?? "null");
    await pause();
  }
  const around = z.encode(schema, { ...(value as object), [name]: [] }) as object;
  const fields = Object.entries({ ...around, ...more }).flatMap(([field, one]) => {
    const text = field === name ? `[${written.join(",")}]` : JSON.stringify(one);
    return text === undefined ? [] : [`${JSON.stringify(field)}:${text}`];
  });
  return `{${fields.join(",")}}`;
}

function longListIn(schema: z.ZodType, value: unknown): [name: string, items: readonly unknown[], item: z.ZodType] | undefined {
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return undefined;
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const items = (value as Record<string, unknown>)[name];
    if (field instanceof z.ZodArray && Array.isArray(items) && items.length > shortList) return [name, items, field.element as z.ZodType];
  }
  return undefined;
}

export const json = (status: number, headers: Record<string, string>, body: unknown): Reply =>
  jsonText(status, headers, JSON.stringify(body));

export const jsonText = (status: number, headers: Record<string, string>, text: string): Reply => ({
  status,
  headers: { ...headers, "content-type": "application/json" },
  text,
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
