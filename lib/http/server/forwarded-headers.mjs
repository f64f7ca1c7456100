const peer = "x-beside-peer";
const proxies = Number(process.env.TRUSTED_PROXIES || 0);
const isPublicHttps = /^https:/i.test(process.env.PUBLIC_URL ?? "");

/** The scheme of the request to the outermost of our proxies; entries further left were written by the caller. */
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
 * Sets the peer's address and the scheme as headers of the request. A caller's own values are dropped, and so are the headers
 * of proxies where none is trusted. Returns whether the request came over https.
 */
export function setForwardedHeaders(request) {
  const isHttps = isPublicHttps || (proxies > 0 && forwardedScheme(request.headers["x-forwarded-proto"]) === "https");
  // A proxy on a Unix socket has no address.
  replace(request, peer, (request.socket.remoteAddress ?? "unknown").replace(/^::ffff:(?=\d)/, ""));
  replace(request, "x-forwarded-proto", isHttps ? "https" : "http");
  if (proxies === 0) for (const name of ["x-forwarded-host", "x-forwarded-port"]) replace(request, name, undefined);
  return isHttps;
}
