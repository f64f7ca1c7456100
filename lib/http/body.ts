import type { ArrivingFile } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { parseJson, problemIn } from "@/lib/kernel/json";
import { kindOf } from "@/lib/kernel/text";
import { within } from "@/lib/platform/within";
import { clientAddressOf, networkOf } from "./address";
import { fileOfForm, formBytes, isForm } from "./form-file";
import { type Arrival, roomFor, withRoom } from "./limits/arriving";
import type { ApiRequest } from "./request";

const deadlineMs = 15_000;
/** Time for a file to arrive: the HTTP server ends a slower request. */
const fileDeadlineMs = 115_000;
/** How much is noted of a body that is no JSON, in UTF-16 units. */
const maxNoted = 4_000;
const mebibyte = 1024 * 1024;
/** So much of a file in pieces is in the memory at once: a piece that is being stored, and what has arrived since. */
const heldBytes = mebibyte;
/** How often somebody looks whether a file in pieces still arrives. */
const lookMs = 1_000;

/** One JSON object in valid UTF-8, nested at most 8 deep (contract §1). @throws invalid_request, payload_too_large, request_timeout */
export async function readBody(request: ApiRequest, maxBytes: number): Promise<object> {
  const bounds = boundsOf(request, maxBytes);
  return storable(objectIn(request, await bytesOf(request, bounds)));
}

/**
 * The same for a batch, `{ items }`: what is in the items is checked by whoever reads each of them. Large bodies are read in turn by network
 * and workspace. @throws invalid_request, payload_too_large, request_timeout, rate_limited, unavailable
 */
export async function readBatch(request: ApiRequest, maxBytes: number): Promise<object> {
  const bounds = boundsOf(request, maxBytes);
  refuseTooLarge(request, bounds);
  // Its deadline is short, so that a slow line needs no look.
  const read = (arrival?: Arrival) => bytesOf(request, bounds, arrival && { ...arrival, isSlow: () => false });
  const sent = objectIn(request, await withRoom(arrivingOf(request, maxBytes), read));
  storable({ ...sent, items: null });
  return sent;
}

function boundsOf(request: ApiRequest, maxBytes: number): Bounds {
  refuseEncoding(request, "as plain JSON");
  return { maxBytes, deadlineMs, limit: `${maxBytes / 1024} KiB (${maxBytes.toLocaleString("en-GB")} bytes)` };
}

/** A value as it is, if it can be stored exactly as it was sent. @throws invalid_request */
export function storable(value: object): object {
  const problem = problemIn(value);
  if (problem) throw new AppError("invalid_request", problem);
  return value;
}

/** The one JSON object that a body is; what was sent is noted. @throws invalid_request */
function objectIn({ sent }: ApiRequest, bytes: Uint8Array): object {
  const text = decoded(bytes);
  let value: unknown;
  try {
    value = parseJson(text);
    sent.json = value;
  } catch (error) {
    sent.text = text.slice(0, maxNoted);
    const kind = otherKindOf(text);
    if (kind !== undefined) throw new AppError("invalid_request", `The body is not valid JSON: it ${kind}.`);
    const where = error instanceof SyntaxError ? /at position \d+( \(line \d+ column \d+\))?/.exec(error.message)?.[0] : undefined;
    throw new AppError(
      "invalid_request",
      text.trim() === ""
        ? "The body must be one JSON object; you sent nothing."
        : `The body is not valid JSON${where ? `, ${where}` : ""}.`,
    );
  }
  if (typeof value === "string" && /^\s*\{/.test(value)) {
    throw new AppError("invalid_request", "The body must be one JSON object; you sent one within a string: it was written as JSON twice.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("invalid_request", `The body must be one JSON object; you sent ${kindOf(value)}.`);
  }
  return value;
}

/** How much of a body is looked at to say what it is. */
const maxLookedAt = 500;

/** What a body is that is no JSON, where its beginning tells. */
function otherKindOf(text: string): string | undefined {
  const start = text.slice(0, maxLookedAt).trimStart();
  if (start.startsWith("--") && /content-disposition/i.test(start))
    return "is a form (multipart/form-data). Send JSON instead of form fields";
  if (/^[\w.~%+[\]-]{1,200}=/.test(start))
    return 'is a form (event=…&userId=…). Send JSON, such as {"event":"Payment failed","userId":"user_8841"}';
  if (/^<(?:\?xml|!doctype|[a-z])/i.test(start)) return "is XML or HTML";
  // As a shell that knows no single quotes passes them on: Windows' cmd.
  if (/^'[{[]/.test(start)) return 'is within single quotes. On Windows, write it within double quotes, with \\" for those in it';
  if (/^\{\s*[A-Za-z_$][\w$-]*\s*:/.test(start)) return "has names without quotation marks. JSON has double quotes around names and texts";
  if (/^@\S+$/.test(start)) return "is the name of a file. With curl, --data sends the file and --data-raw its name";
  if (/^\{\s*'/.test(start)) return "has single quotes. JSON has double quotes around names and texts";
  if (/^\{\s*[\u201c\u201d\u201e]/.test(start)) return "has typographic quotes. JSON has straight double quotes";
  if (/^\[object [A-Za-z]+\]$/.test(start)) return "is an object as text: write it with JSON.stringify first";
  return undefined;
}

/** The body as it is: a file. @throws invalid_request, payload_too_large, request_timeout, rate_limited, unavailable */
export async function readFile(request: ApiRequest, maxBytes: number): Promise<Uint8Array> {
  refuseEncoding(request, "as it is");
  const bounds = { maxBytes, deadlineMs: fileDeadlineMs, limit: `${maxBytes / mebibyte} MB` };
  refuseTooLarge(request, bounds);
  return withRoom(arrivingOf(request, maxBytes), (arrival) => bytesOf(request, bounds, arrival));
}

/**
 * The same for a file that is too large for the memory, while it arrives. What is longer than it may be is refused by what it declares, before
 * any of it is read. Of a form it is the file. @throws invalid_request, payload_too_large, request_timeout
 */
export function readPieces(request: ApiRequest, maxBytes: number): ArrivingFile {
  refuseEncoding(request, "as it is");
  const contentType = request.header("content-type");
  const form = isForm(contentType) ? contentType : undefined;
  const bounds = {
    maxBytes: maxBytes + (form === undefined ? 0 : formBytes),
    deadlineMs: fileDeadlineMs,
    limit: `${maxBytes / mebibyte} MB`,
  };
  refuseTooLarge(request, bounds);
  const arriving = piecesOf(request, bounds);
  return form === undefined ? arriving : fileOfForm(arriving, form, { maxBytes, tooLarge: () => tooLarge(bounds) });
}

async function* piecesOf(request: ApiRequest, bounds: Bounds): AsyncGenerator<Uint8Array> {
  const parts = request.arriving()[Symbol.asyncIterator]();
  const deadline = performance.now() + bounds.deadlineMs;
  // The time in which a part is stored is not that of the line.
  let storingMs = 0;
  const reservation = roomFor(arrivingOf(request, bounds.maxBytes), () => performance.now() - storingMs);
  let bytes = 0;
  try {
    for (;;) {
      const part = await nextOf(parts, { deadline, isSlow: reservation.isSlow });
      if (part.done) return;
      bytes += part.value.byteLength;
      if (bytes > bounds.maxBytes) throw tooLarge(bounds);
      reservation.onBytes(part.value.byteLength);
      reservation.keepLast(heldBytes);
      const began = performance.now();
      yield part.value;
      storingMs += performance.now() - began;
    }
  } finally {
    reservation.close();
    // Not waited for: the line may be silent.
    parts.return?.(undefined).catch(() => undefined);
  }
}

/**
 * The next part. Each wait has a timer of its own: a race with something that outlives it would keep every part for as long.
 * @throws request_timeout
 */
async function nextOf<T>(parts: AsyncIterator<T>, { deadline, isSlow }: { deadline: number; isSlow: () => boolean }) {
  const next = parts.next();
  for (;;) {
    const leftMs = Math.max(0, deadline - performance.now());
    const part = await within(Math.min(lookMs, leftMs), next).catch(unlessLate);
    if (part) return part;
    if (leftMs <= lookMs || isSlow()) throw tooSlow();
  }
}

function unlessLate(error: Error & { code?: unknown }): undefined {
  if (error.code !== "LATE") throw error;
}

const tooSlow = () =>
  new AppError("request_timeout", "The body arrives too slowly. Send it again over a faster line.", { connection: "close" });

/** By whom a body is sent, and how many bytes it has at most. */
const arrivingOf = (request: ApiRequest, maxBytes: number) => ({
  network: networkOf(clientAddressOf(request.header)),
  workspaceId: request.from.workspaceId,
  declared: Number(request.header("content-length") ?? maxBytes),
});

const codings = /^(?:gzip|br|deflate|zstd|compress|identity|x-|[, ])+$/i;

function refuseEncoding(request: ApiRequest, how: string): void {
  const encoding = request.header("content-encoding");
  if (!encoding || encoding.trim().toLowerCase() === "identity") return;
  // What is none may be a secret in the wrong place, and the message is stored.
  const which = codings.test(encoding) ? `the Content-Encoding ${encoding.slice(0, 40)}` : "a Content-Encoding";
  throw new AppError("invalid_request", `Send the body ${how}, without ${which}.`);
}

type Bounds = { maxBytes: number; deadlineMs: number; limit: string };

const tooLarge = ({ limit }: Bounds) => new AppError("payload_too_large", `The body must have at most ${limit}.`);

function refuseTooLarge(request: ApiRequest, bounds: Bounds): void {
  if (Number(request.header("content-length") ?? 0) > bounds.maxBytes) throw tooLarge(bounds);
}

async function bytesOf(request: ApiRequest, bounds: Bounds, arrival?: Arrival): Promise<Buffer> {
  const { maxBytes, deadlineMs } = bounds;
  refuseTooLarge(request, bounds);
  const bytes = await request.read(maxBytes, deadlineMs, arrival);
  if (bytes === "slow" || bytes === "late") throw tooSlow();
  if (bytes === "too_large") throw tooLarge(bounds);
  return bytes;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError("invalid_request", "The body must be valid UTF-8.");
  }
}
