import { AppError } from "@/lib/kernel/errors";
import { parseJson, problemIn } from "@/lib/kernel/json";
import { kindOf } from "@/lib/kernel/text";
import { clientAddressOf, networkOf } from "./address";
import { type Arrival, withRoom } from "./limits/arriving";
import type { ApiRequest } from "./request";

const deadlineMs = 15_000;
/** Time for a file to arrive: the HTTP server ends a slower request. */
const fileDeadlineMs = 115_000;
const mebibyte = 1024 * 1024;

/** One JSON object in valid UTF-8, nested at most 8 deep (contract §1). @throws invalid_request, payload_too_large */
export async function readBody(request: ApiRequest, maxBytes: number): Promise<object> {
  refuseEncoding(request, "as plain JSON");
  const limit = `${maxBytes / 1024} KiB (${maxBytes.toLocaleString("en-GB")} bytes)`;
  const text = decoded(await bytesOf(request, { maxBytes, deadlineMs, limit }));
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const where = error instanceof SyntaxError ? /at position \d+( \(line \d+ column \d+\))?/.exec(error.message)?.[0] : undefined;
    throw new AppError(
      "invalid_request",
      text.trim() === ""
        ? "The body must be one JSON object; you sent nothing."
        : `The body is not valid JSON${where ? `, ${where}` : ""}.`,
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("invalid_request", `The body must be one JSON object; you sent ${kindOf(value)}.`);
  }
  const problem = problemIn(value);
  if (problem) throw new AppError("invalid_request", problem);
  return value;
}

/** The body as it is: a file. @throws invalid_request, payload_too_large, request_timeout, rate_limited, unavailable */
export async function readFile(request: ApiRequest, maxBytes: number): Promise<Uint8Array> {
  refuseEncoding(request, "as it is");
  const bounds = { maxBytes, deadlineMs: fileDeadlineMs, limit: `${maxBytes / mebibyte} MB` };
  refuseTooLarge(request, bounds);
  const declared = Number(request.header("content-length") ?? maxBytes);
  const sender = { network: networkOf(clientAddressOf(request.header)), workspaceId: request.from.workspaceId };
  return withRoom({ ...sender, declared }, (arrival) => bytesOf(request, bounds, arrival));
}

function refuseEncoding(request: ApiRequest, how: string): void {
  const encoding = request.header("content-encoding");
  if (!encoding || encoding.trim().toLowerCase() === "identity") return;
  throw new AppError("invalid_request", `Send the body ${how}, without the Content-Encoding ${encoding.slice(0, 40)}.`);
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
  if (bytes === "slow") {
    const message = "The body arrives too slowly. Send it again over a faster line.";
    throw new AppError("request_timeout", message, { connection: "close" });
  }
  if (bytes === "too_large") throw tooLarge(bounds);
  if (bytes === "late") {
    throw new AppError("invalid_request", `The body did not arrive within ${deadlineMs / 1000} seconds. Send it again.`);
  }
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
