const peer = "x-beside-peer";
const proxies = Number(process.env.TRUSTED_PROXIES || 0);
const isPublicHttps = /^https:/i.test(process.env.PUBLIC_URL ?? "");

/** The scheme that the outermost of our proxies was asked with; what stands further left was written by the caller. */
function forwardedScheme(header) {
  const hops = String(header ?? "")
    .split(",")
    .map((hop) => hop.trim().toLowerCase());
  return hops.at(-Math.min(proxies, hops.length));
}

function replace({ rawHeaders, headers }, name, value) {
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) if (rawHeaders[at].toLowerCase() === name) rawHeaders.splice(at, 2);
  delete headers[name];
  if (value === undefined) return;
  rawHeaders.push(name, value);
  headers[name] = value;
}

/**
 * Writes into the request who is at the other end of the socket and whether the caller came by https; a caller's own claims
 * are dropped, and so is everything that a proxy would say where none is trusted. Returns whether it was https.
 */
export function sayWay(request) {
  const isHttps = isPublicHttps || (proxies > 0 && forwardedScheme(request.headers["x-forwarded-proto"]) === "https");
  // Beside a proxy on a Unix socket there is no address.
  replace(request, peer, (request.socket.remoteAddress ?? "unknown").replace(/^::ffff:(?=\d)/, ""));
  replace(request, "x-forwarded-proto", isHttps ? "https" : "http");
  if (proxies === 0) for (const name of ["x-forwarded-host", "x-forwarded-port"]) replace(request, name, undefined);
  return isHttps;
}
