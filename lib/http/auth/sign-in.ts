import { NextRequest } from "next/server.js";
import NextAuth from "next-auth";
import { errorResponse, headersFor } from "@/lib/http/endpoint";
import { type ApiRequest, fromRequest } from "@/lib/http/request";
import { toResponse } from "@/lib/http/response";
import { AppError } from "@/lib/kernel/errors";
import { sameSitePath } from "@/lib/kernel/same-site";
import * as sessions from "@/lib/workspace/sessions";
import { authOptions } from "./auth";
import { cookieOf, cookiesOf } from "./cookie";
import { sessionCookie, signedInOf } from "./session";

type Context = { params: Promise<{ nextauth: string[] }> };

const maxBytes = 16_384;
const deadlineMs = 15_000;
/** The routes of next-auth that are used. Its pages and other routes respond with 404. */
const routes = new Set(["GET csrf", "GET providers", "GET session", "POST callback/credentials", "POST signout"]);
const callbackCookies = ["next-auth.callback-url", "__Secure-next-auth.callback-url"];

/** next-auth's own routes. Cookies are marked as secure when the browser uses https. */
export async function signIn(sent: NextRequest, context: Context): Promise<Response> {
  const request = fromRequest(sent);
  try {
    const { pathname, searchParams, protocol } = new URL(sent.url);
    const route = `${request.method} ${pathname.replace(/^\/api\/auth\//, "")}`;
    if (!routes.has(route)) throw new AppError("not_found", "There is nothing at this address.");
    checkCallback(searchParams.getAll("callbackUrl"));
    checkCookies(request);
    if (route === "GET session") return await session(request);
    const read = request.method === "POST" ? withBody(sent, await formOf(request)) : sent;
    const forwarded = sent.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
    const secure = (forwarded ?? protocol.replace(":", "")) === "https";
    return await forward(read, context, secure);
  } catch (error) {
    return toResponse(errorResponse(error, headersFor(request), true));
  }
}

/** The same request with another body. Next passes a proxy of its request, and Node 24 refuses to copy one. */
const withBody = ({ url, method, headers }: NextRequest, body: Uint8Array<ArrayBuffer>) => new NextRequest(url, { method, headers, body });

/** A caller's headers must not decide the origin of redirects: this one is stripped from them. */
const ownOrigin = "http://localhost";

/** next-auth ignores errors while it signs out, so the browser would believe that it is signed out: they are thrown here. */
async function forward(request: NextRequest, context: Context, secure: boolean): Promise<Response> {
  process.env["NEXTAUTH_URL"] = ownOrigin;
  const errors: unknown[] = [];
  const signOut = (sessionId: string) => sessions.signOut(sessionId).catch((error: unknown) => void errors.push(error));
  const failed: string[] = [];
  const onFailed = (body: string) => void failed.push(body);
  const response = (await NextAuth(authOptions({ secure, signOut, onFailed }))(request, context)) as Response;
  if (errors.length > 0) throw errors[0];
  // next-auth answers with the message alone, in an address.
  if (failed[0] && response.status === 401) {
    const { headers, status } = response;
    return Response.json({ ...((await response.json()) as object), ...(JSON.parse(failed[0]) as object) }, { headers, status });
  }
  const location = response.headers.get("location");
  if (location?.startsWith(ownOrigin)) response.headers.set("location", location.slice(ownOrigin.length) || "/");
  return response;
}

/** Whether there is a session. next-auth would only check the cookie, and issue one that expires later. */
async function session(request: ApiRequest): Promise<Response> {
  const found = await signedInOf(cookieOf(request, sessionCookie));
  return Response.json(found ? { signedIn: true } : {}, { headers: headersFor(request) });
}

const isAddress = (text: string) =>
  sameSitePath(text) !== undefined || (URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol));

/** next-auth fails with a callback address that it cannot parse. */
function checkCallback(values: readonly unknown[]): void {
  for (const value of values) {
    if (value === "" || (typeof value === "string" && isAddress(value))) continue;
    throw new AppError("invalid_request", "callbackUrl must be a path of this site, such as /chats, or left out.");
  }
}

/** The response deletes an invalid cookie, so that the browser can sign in afterwards. */
function checkCookies(request: ApiRequest): void {
  for (const name of callbackCookies) {
    if (cookiesOf(request, name).every((value) => isAddress(decoded(value)))) continue;
    throw new AppError("invalid_request", `The cookie ${name} is not an address. Try again: it was taken away.`, {
      "set-cookie": `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${name.startsWith("__Secure-") ? "; Secure" : ""}`,
    });
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** next-auth would read a body of any size, and fail with one that does not match its content type. */
async function formOf(request: ApiRequest): Promise<Uint8Array<ArrayBuffer>> {
  const form = await request.read(maxBytes, deadlineMs);
  if (form === "too_large") throw new AppError("payload_too_large", "A sign-in must have at most 16 KiB.");
  if (form === "late" || form === "slow") throw new AppError("invalid_request", "The sign-in did not arrive in time. Send it again.");
  const isJson = request.header("content-type")?.includes("application/json") === true;
  checkCallback(isJson ? valuesIn(objectIn(form.toString())) : new URLSearchParams(form.toString()).getAll("callbackUrl"));
  return new Uint8Array(form);
}

const valuesIn = ({ callbackUrl }: { callbackUrl?: unknown }) => (callbackUrl === undefined ? [] : [callbackUrl]);

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Rejected below, like everything else that is no object.
  }
  throw new AppError("invalid_request", "The body must be one JSON object, or a form.");
}
