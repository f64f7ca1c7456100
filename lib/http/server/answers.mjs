import { errorBody, isUnderApi, jsonHeaders } from "./refusals.mjs";

const aYear = 365 * 24 * 60 * 60;
/** For what is not a page of ours, and so has no policy of its own (`proxy.ts`). */
const nothingRuns = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What every answer says, whoever writes it. */
export function sayAlways(response, { isHttps }) {
  response.setHeader("x-content-type-options", "nosniff");
  if (isHttps) response.setHeader("strict-transport-security", `max-age=${aYear}`);
}

const wordsOf = new Map([
  [404, ["not_found", "There is nothing at this address."]],
  [405, ["method_not_allowed", "This address does not take this method."]],
]);
const wordsFor = (status) =>
  wordsOf.get(status) ??
  (status < 500
    ? ["invalid_request", "This request cannot be answered."]
    : ["internal_error", "Something went wrong on our side. Try again."]);

/**
 * Looks at an answer of Next before its head is written. Under /api its own refusals, which are pages or empty, are said in
 * the words of the API; elsewhere HTML never goes out without a policy.
 */
export function overseeNext(response, path) {
  const { writeHead, write, end } = response;
  const type = () => String(response.getHeader("content-type") ?? "");
  const isForeign = (status) => isUnderApi(path) && status >= 400 && !type().includes("json");
  let instead;

  response.writeHead = (status, ...rest) => {
    setHeaders(response, rest.at(-1));
    if (isForeign(status)) instead = sayInstead(response, status);
    else if (type().startsWith("text/html") && !response.hasHeader("content-security-policy"))
      response.setHeader("content-security-policy", nothingRuns);
    return writeHead.call(response, status);
  };
  const begin = () => !response.headersSent && isForeign(response.statusCode) && response.writeHead(response.statusCode);
  response.write = (...parts) => {
    begin();
    return instead === undefined ? write.apply(response, parts) : true;
  };
  response.end = (...parts) => {
    begin();
    return instead === undefined ? end.apply(response, parts) : end.call(response, instead);
  };
}

/** The headers that were given to writeHead: an object, or names and values in turn. */
function setHeaders(response, given) {
  if (typeof given !== "object" || given === null) return;
  const pairs = Array.isArray(given) ? given.flatMap((name, at) => (at % 2 === 0 ? [[name, given[at + 1]]] : [])) : Object.entries(given);
  for (const [name, value] of pairs) if (value !== undefined) response.setHeader(name, value);
}

function sayInstead(response, status) {
  const body = errorBody(...wordsFor(status));
  for (const name of ["content-encoding", "transfer-encoding", "etag", "link"]) response.removeHeader(name);
  setHeaders(response, { ...jsonHeaders(), "content-length": Buffer.byteLength(body) });
  return response.req.method === "HEAD" ? "" : body;
}
