import { NextRequest } from "next/server.js";
import NextAuth from "next-auth";
import * as sessions from "@/lib/domain/sessions";
import { AppError } from "@/lib/kernel/errors";
import { sameSitePath } from "@/lib/kernel/same-site";
import { authOptions } from "./auth";
import { cookieOf, cookiesOf } from "./cookie";
import { headersFor, refuse } from "./endpoint";
import { fromRequest, type Incoming } from "./request";
import { toResponse } from "./response";
import { sessionCookie, signedInOf } from "./session";

type Context = { params: Promise<{ nextauth: string[] }> };

const mostBytes = 16_384;
const deadlineMs = 15_000;
/** What is used of next-auth. Its pages, and the rest of its routes, do not exist. */
const routes = new Set(["GET csrf", "GET providers", "GET session", "POST callback/credentials", "POST signout"]);
const callbackCookies = ["next-auth.callback-url", "__Secure-next-auth.callback-url"];

/** next-auth's own routes. Cookies are for https alone wherever the browser came by https. */
export async function signIn(request: NextRequest, context: Context): Promise<Response> {
  const incoming = fromRequest(request);
  try {
    const { pathname, searchParams, protocol } = new URL(request.url);
    const route = `${request.method} ${pathname.replace(/^\/api\/auth\//, "")}`;
    if (!routes.has(route)) throw new AppError("not_found", "There is nothing at this address.");
    checkCallback(searchParams.getAll("callbackUrl"));
    checkCookies(incoming);
    if (route === "GET session") return await session(incoming);
    const read = request.method === "POST" ? new NextRequest(request, { body: await formOf(incoming) }) : request;
    const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
    const secure = (forwarded ?? protocol.replace(":", "")) === "https";
    return await answer(read, context, secure);
  } catch (error) {
    return toResponse(refuse(error, headersFor(incoming)));
  }
}

/** Where our pages lie is nothing that a caller's headers decide: nothing here leads anywhere. */
const ownOrigin = "http://localhost";

/** next-auth forgets what goes wrong while it signs out, and the browser would believe that it is out. */
async function answer(request: NextRequest, context: Context, secure: boolean): Promise<Response> {
  process.env["NEXTAUTH_URL"] = ownOrigin;
  const failed: unknown[] = [];
  const signOut = (sessionId: string) => sessions.signOut(sessionId).catch((error: unknown) => void failed.push(error));
  const response = (await NextAuth(authOptions({ secure, signOut }))(request, context)) as Response;
  if (failed.length > 0) throw failed[0];
  const location = response.headers.get("location");
  if (location?.startsWith(ownOrigin)) response.headers.set("location", location.slice(ownOrigin.length) || "/");
  return response;
}

/** Whether there is a session. next-auth would look at the cookie alone, and make one that lives longer. */
async function session(incoming: Incoming): Promise<Response> {
  const found = await signedInOf(cookieOf(incoming, sessionCookie));
  return Response.json(found ? { signedIn: true } : {}, { headers: headersFor(incoming) });
}

const isAddress = (text: string) =>
  sameSitePath(text) !== undefined || (URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol));

/** next-auth fails over an address that it cannot read. */
function checkCallback(values: readonly unknown[]): void {
  for (const value of values) {
    if (value === "" || (typeof value === "string" && isAddress(value))) continue;
    throw new AppError("invalid_request", "callbackUrl must be a path of this site, such as /chats, or left out.");
  }
}

/** A browser that got such a cookie somehow loses it with the answer, and can sign in afterwards. */
function checkCookies(incoming: Incoming): void {
  for (const name of callbackCookies) {
    if (cookiesOf(incoming, name).every((value) => isAddress(decoded(value)))) continue;
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

/** next-auth would read a body of any size, and fail over one that is not what it says. */
async function formOf(incoming: Incoming): Promise<Uint8Array<ArrayBuffer>> {
  const form = await incoming.read(mostBytes, deadlineMs);
  if (form === "too_large") throw new AppError("payload_too_large", "A sign-in must have at most 16 KiB.");
  if (form === "late") throw new AppError("invalid_request", "The sign-in did not arrive in time. Send it again.");
  const isJson = incoming.header("content-type")?.includes("application/json") === true;
  checkCallback(isJson ? valuesIn(objectIn(form.toString())) : new URLSearchParams(form.toString()).getAll("callbackUrl"));
  return new Uint8Array(form);
}

const valuesIn = ({ callbackUrl }: { callbackUrl?: unknown }) => (callbackUrl === undefined ? [] : [callbackUrl]);

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below, as for everything else that is no object.
  }
  throw new AppError("invalid_request", "The body must be one JSON object, or a form.");
}
