import { type NextRequest, NextResponse } from "next/server";
import { pathHeader } from "@/lib/http/path-header";
import { runtime } from "@/lib/platform/runtime";

const malformed = { error: { code: "invalid_request", message: "The address is not properly percent-encoded: encode it as UTF-8." } };

/**
 * A page that is isolated from other origins (Cross-Origin-Embedder-Policy, for SharedArrayBuffer) shows only frames that are, too.
 * Ours load nothing from elsewhere.
 */
const inIsolatedPages = [
  ["cross-origin-embedder-policy", "require-corp"],
  ["cross-origin-resource-policy", "cross-origin"],
] as const;

/** Every page gets a policy with a nonce of its own: only our scripts run. It protects no data; endpoints and pages do. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  try {
    decodeURI(request.nextUrl.pathname);
  } catch {
    return NextResponse.json(malformed, { status: 400 });
  }
  const nonce = btoa(crypto.randomUUID());
  const ancestors = await frameAncestors(request.nextUrl.pathname);
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ...(ancestors === undefined ? [] : [`frame-ancestors ${ancestors}`]),
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // Pages do not know their own address, and the sign-in leads back to it.
  headers.set(pathHeader, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("referrer-policy", "same-origin");
  response.headers.set("permissions-policy", "camera=(), microphone=(), geolocation=()");
  if (ancestors !== "'none'") for (const [name, value] of inIsolatedPages) response.headers.set(name, value);
  return response;
}

/**
 * The sites that may show the page in a frame; undefined for any. Next bundles this file apart from the pages: with the settings it
 * would hold a second copy of the database's client. So it asks the one that the start has stored in the process, and without an
 * answer no site may.
 */
async function frameAncestors(path: string): Promise<string | undefined> {
  const ask = runtime.entryPoints?.frameAncestors;
  return ask ? ask(path).catch(() => "'none'") : "'none'";
}

export const config = { matcher: ["/((?!api/|_next/static|_next/image|favicon\\.ico$).*)"] };
