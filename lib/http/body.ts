import { AppError } from "@/lib/kernel/errors";
import { parseJson, problemIn } from "@/lib/kernel/json";
import { kindOf } from "@/lib/kernel/text";
import type { ApiRequest } from "./request";

const maxBytes = 65_536;
const deadlineMs = 15_000;

/** One JSON object in valid UTF-8, at most 64 KiB and nested at most 8 deep (contract §1). @throws invalid_request, payload_too_large */
export async function readBody(request: ApiRequest): Promise<object> {
  const encoding = request.header("content-encoding");
  if (encoding && encoding.trim().toLowerCase() !== "identity") {
    throw new AppError("invalid_request", `Send the body as plain JSON, without the Content-Encoding ${encoding.slice(0, 40)}.`);
  }
  const text = decoded(await bytesOf(request));
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

const tooLarge = () => new AppError("payload_too_large", "The body must have at most 64 KiB (65,536 bytes).");

async function bytesOf(request: ApiRequest): Promise<Buffer> {
  if (Number(request.header("content-length") ?? 0) > maxBytes) throw tooLarge();
  const bytes = await request.read(maxBytes, deadlineMs);
  if (bytes === "too_large") throw tooLarge();
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
