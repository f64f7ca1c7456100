import { errorBody, isUnderApi, jsonHeaders, notTheApi } from "./errors.mjs";

const aYear = 365 * 24 * 60 * 60;
/** For HTML that is not one of our pages, which get their own policy in `proxy.ts`. */
const nothingRuns = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sets the headers of every response. */
export function setSecurityHeaders(response, { isHttps }) {
  response.setHeader("x-content-type-options", "nosniff");
  if (isHttps) response.setHeader("strict-transport-security", `max-age=${aYear}`);
}

const errorOf = new Map([
  [404, ["not_found", notTheApi]],
  [405, ["method_not_allowed", "This address does not take this method."]],
]);
const errorFor = (status) =>
  errorOf.get(status) ??
  (status < 500
    ? ["invalid_request", "This request cannot be answered."]
    : ["internal_error", "Something went wrong on our side. Try again."]);

/**
 * Rewrites a response of Next before its head is written. Under /api its own errors, which are pages or empty, are replaced by
 * errors in the format of the API; elsewhere HTML is never sent without a policy.
 */
export function rewriteNextResponse(response, path) {
  const { writeHead, write, end } = response;
  const type = () => String(response.getHeader("content-type") ?? "");
  const isNextError = (status) => isUnderApi(path) && status >= 400 && !type().includes("json");
  let replacement;

  response.writeHead = (status, ...rest) => {
    setHeaders(response, rest.at(-1));
    if (isNextError(status)) replacement = replaceWithError(response, status);
    else if (type().startsWith("text/html") && !response.hasHeader("content-security-policy"))
      response.setHeader("content-security-policy", nothingRuns);
    return writeHead.call(response, status);
  };
  const begin = () => !response.headersSent && isNextError(response.statusCode) && response.writeHead(response.statusCode);
  response.write = (...parts) => {
    begin();
    return replacement === undefined ? write.apply(response, parts) : true;
  };
  response.end = (...parts) => {
    begin();
    return replacement === undefined ? end.apply(response, parts) : end.call(response, replacement);
  };
}

/** Sets headers in the forms that writeHead accepts: an object, or an array of alternating names and values. */
export function setHeaders(response, given) {
  if (typeof given !== "object" || given === null) return;
  const pairs = Array.isArray(given) ? given.flatMap((name, at) => (at % 2 === 0 ? [[name, given[at + 1]]] : [])) : Object.entries(given);
  for (const [name, value] of pairs) if (value !== undefined) response.setHeader(name, value);
}

function replaceWithError(response, status) {
  const body = errorBody(...errorFor(status));
  for (const name of ["content-encoding", "transfer-encoding", "etag", "link"]) response.removeHeader(name);
  setHeaders(response, { ...jsonHeaders(), "content-length": Buffer.byteLength(body) });
  return response.req.method === "HEAD" ? "" : body;
}
