import { randomUUID } from "node:crypto";
import { maxBodyBytesAt } from "./paths.mjs";

export const errorBody = (code, message) => JSON.stringify({ error: { code, message } });

export const jsonHeaders = () => ({
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-request-id": randomUUID(),
});

/** Responds with an error in the format of the API. `headers` are added to those that every error has. */
export function errorResponse(response, { status, code = "invalid_request", message, headers = {} }) {
  const body = errorBody(code, message);
  response.writeHead(status, { ...jsonHeaders(), "content-length": Buffer.byteLength(body), ...headers }).end(body);
}

/** Responds to what node:http could not read as a request, and ends the connection. */
export function rejectMalformed(socket, error) {
  const [status, message] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? ["431 Request Header Fields Too Large", "The headers must have at most 16 KiB."]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? ["408 Request Timeout", "The request did not arrive in time. Send it again."]
        : ["400 Bad Request", "This is not a well-formed HTTP request."];
  const body = errorBody("invalid_request", message);
  const headers = { ...jsonHeaders(), "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
}

const maxFormBytes = 16 * 1024;
const mebibyte = 1024 * 1024;
const pageMethods = ["GET", "HEAD", "POST"];
const versions = new Set(["1.0", "1.1"]);
/** Next would resolve these, and respond for another path than the one that was checked here. */
const dots = /([/\\]|%2f|%5c)(\.|%2e){1,2}(?=$|[/\\]|%2f|%5c)/i;
/** Next scales pictures at this address. No page uses that, and each new spelling would cost processor time and disk space. */
const imageOptimizer = "/_next/image";
const hostPattern = /^(\[[\da-f:.%]+\]|[\w.~!$&'()*+,;=%-]*)(:\d*)?$/i;

/** Requests that are invalid at every address (RFC 9112, 3.2). HTTP/1.0 need not name a host. */
export function httpError({ httpVersion, rawHeaders, headers }) {
  if (!versions.has(httpVersion)) return { status: 400, message: "Send the request as HTTP/1.1." };
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts > 1) return { status: 400, message: "Send one header “Host”; you sent several." };
  if (hosts === 0 && httpVersion === "1.1") return { status: 400, message: "Send the header “Host”." };
  if (!hostPattern.test(headers.host ?? "")) return { status: 400, message: "The header “Host” must be a name or an address." };
  return undefined;
}

/**
 * Requests that Next must not get: it would keep a body of ten megabytes in memory, and respond to a malformed path with 500.
 * `path` is as it was on the wire. Undefined where Next is to respond.
 */
export function pageError({ method, url, headers }, path) {
  if (!path.startsWith("/")) return { status: 400, message: "The address must begin with /." };
  if (!isEncoded(path)) return { status: 400, message: "The address is not properly percent-encoded: encode it as UTF-8." };
  if (dots.test(path) || isImageOptimizer(path)) return { status: 404, code: "not_found", message: nothingHere };
  if (isNoApi(path) || (!isUnderApi(path) && hasApiKey(headers))) return { status: 404, code: "not_found", message: notTheApi };
  const location = addressOf.get(path.toLowerCase().replace(/\/$/, ""));
  if (location !== undefined && (method === "GET" || method === "HEAD"))
    return { status: 307, message: `This is at ${location}.`, headers: { location } };
  const allow = { allow: pageMethods.join(", ") };
  if (method === "TRACE") return { status: 405, code: "method_not_allowed", message: "TRACE is not answered here.", headers: allow };

  const isPage = !isUnderApi(path);
  const maxBytes = isPage ? maxFormBytes : maxBodyBytesAt(path);
  const hasNoLength = isPage && headers["transfer-encoding"] !== undefined;
  if (hasNoLength || Number(headers["content-length"] ?? 0) > maxBytes) {
    const limit = maxBytes >= mebibyte ? `${maxBytes / mebibyte} MB` : `${maxBytes / 1024} KiB`;
    const message = `The body must have at most ${limit}${isPage ? ", and say its length" : ""}.`;
    return { status: 413, code: "payload_too_large", message, headers: { connection: "close" } };
  }
  if (!isPage) return undefined;
  // Pages look for what their address names, and the database refuses to look for this.
  if (path.includes("%00")) return { status: 400, message: "The address must not contain a NUL character." };
  if (!pageMethods.includes(method)) {
    const message = `This address does not take ${method.slice(0, 20)}; it takes ${allow.allow}.`;
    return { status: 405, code: "method_not_allowed", message, headers: allow };
  }
  // A form that was sent before its script had loaded: no page accepts one, so its page is shown again.
  if (method === "POST") return { status: 303, message: "Pages are asked for with GET.", headers: { location: ownAddress(url) } };
  return undefined;
}

const nothingHere = "There is nothing at this address.";
/** Where the API is, for whoever looks for it elsewhere. */
export const notTheApi = `${nothingHere} The API begins with /api/v1; /api/v1/openapi.json describes it, and /docs explains it.`;

/** What begins a path below /api. A page would take any other for that of a workspace, and ask for a sign-in. */
const partsOfApi = new Set([
  ...["auth", "channels", "embed", "health", "invitation", "metrics", "operator", "password", "ready", "reset", "setup", "simulator"],
  ...["v1", "w", "widget"],
]);

/** An address at which people look for the API, and where none is. */
function isNoApi(path) {
  if (/^\/(?:api|v1)(?:\/|$)/i.test(path) && !isUnderApi(path)) return true;
  return isUnderApi(path) && !partsOfApi.has(path.split("/")[2]);
}

/** Whoever sends a key of the API to a page has a wrong address, and reads no HTML. */
const hasApiKey = ({ authorization }) => /^bearer +bsk_/i.test(authorization ?? "");

/** Addresses that people and tools try first, in any case, and where it is. No workspace has one of them as its address (reserved.ts). */
const addressOf = new Map(
  Object.entries({
    "/sign-in": ["/login", "/signin", "/log-in", "/sign_in", "/auth/login", "/auth/signin", "/users/sign_in"],
    "/": ["/signup", "/sign-up", "/register"],
    "/docs": ["/api-docs", "/api-reference", "/documentation", "/swagger", "/redoc", "/docs/api", "/docs/reference"],
    "/docs/lists": ["/docs/pagination"],
    "/docs/llms.txt": ["/llms.txt"],
    "/docs/llms-full.txt": ["/llms-full.txt"],
    "/api/v1/openapi.json": ["/openapi.json", "/openapi.yaml", "/openapi", "/swagger.json", "/docs/openapi.json", "/docs/openapi"],
    "/api/health": ["/health", "/healthz"],
  }).flatMap(([to, others]) => others.map((other) => [other, to])),
);

export const isUnderApi = (path) => path.startsWith("/api/");

const isImageOptimizer = (path) =>
  decodeURIComponent(path)
    .replace(/[/\\]+/g, "/")
    .toLowerCase()
    .startsWith(imageOptimizer);

/** The same address again, for a redirect. One that begins with two slashes would lead to another host. */
const ownAddress = (url) => `/${url.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^[/\\]+/, "")}`;

function isEncoded(path) {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
