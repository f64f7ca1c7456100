import { constants, createBrotliCompress, createGzip } from "node:zlib";

/** Below this a compressed body is hardly smaller, and often larger. */
export const minBytes = 1_024;

/** Compressed while the request waits: a better quality would cost more time than it saves. */
export const encoders = {
  br: () =>
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
  gzip: () => createGzip({ level: 6 }),
};

/** The encoding of a response, the best first; undefined for none. An encoding with q=0 is refused (RFC 9110, 12.5.3). */
export function encodingFor(acceptEncoding) {
  const weights = new Map(
    String(acceptEncoding ?? "")
      .split(",")
      .map((one) =>
        one
          .toLowerCase()
          .split(";")
          .map((part) => part.trim()),
      )
      .map(([name, ...parameters]) => [name, weightIn(parameters)]),
  );
  const weightOf = (name) => weights.get(name) ?? weights.get("*") ?? 0;
  const [best] = Object.keys(encoders)
    .filter((name) => weightOf(name) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a));
  return best;
}

function weightIn(parameters) {
  const found = parameters.find((one) => one.startsWith("q="));
  return found === undefined ? 1 : Number(found.slice(2));
}

/** Says that the body depends on what the caller accepts. */
export function varyByEncoding(response) {
  const names = [response.getHeader("vary") ?? []].flat().join(", ");
  if (names !== "*" && !/(^|,)\s*accept-encoding\s*(,|$)/i.test(names))
    response.setHeader("vary", names === "" ? "Accept-Encoding" : `${names}, Accept-Encoding`);
}
