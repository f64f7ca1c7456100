import { NextRequest } from "next/server.js";
import NextAuth from "next-auth";
import { AppError } from "@/lib/errors";
import { authOptions } from "./auth";
import { headersFor, refuse } from "./endpoint";
import { fromRequest, type Incoming } from "./incoming";
import { toResponse } from "./reply";

type Context = { params: Promise<{ nextauth: string[] }> };

const mostBytes = 16_384;
const deadlineMs = 15_000;

/** next-auth's own routes. Cookies are for https alone wherever the browser came by https. */
export async function signIn(request: NextRequest, context: Context): Promise<Response> {
  const incoming = fromRequest(request);
  try {
    const read = request.method === "POST" ? new NextRequest(request, { body: await formOf(incoming) }) : request;
    const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
    const secure = (forwarded ?? new URL(request.url).protocol.replace(":", "")) === "https";
    return (await NextAuth(authOptions(secure))(read, context)) as Response;
  } catch (error) {
    return toResponse(refuse(error, headersFor(incoming)));
  }
}

/** next-auth would read a body of any size, and fail over one that is not what it says. */
async function formOf(incoming: Incoming): Promise<Uint8Array<ArrayBuffer>> {
  const form = await incoming.read(mostBytes, deadlineMs);
  if (form === "too_large") throw new AppError("payload_too_large", "A sign-in must have at most 16 KiB.");
  if (form === "late") throw new AppError("invalid_request", "The sign-in did not arrive in time. Send it again.");
  const type = incoming.header("content-type") ?? "";
  if (type.includes("application/json") && !isObject(form.toString()))
    throw new AppError("invalid_request", "The body must be one JSON object, or a form.");
  return new Uint8Array(form);
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
