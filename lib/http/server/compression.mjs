import { encoders, encodingFor, minBytes, varyByEncoding } from "./encodings.mjs";
import { isUnderApi } from "./errors.mjs";
import { setHeaders } from "./response-headers.mjs";

/** A body of unknown length that has not reached `minBytes` by then is sent anyway: more of it may take a while. */
const waitMs = 20;
const compressible = /^(text\/(?!event-stream)|application\/(json|javascript|xml|[\w.-]+\+(json|xml))|image\/svg\+xml)/i;
const withoutBody = new Set([204, 206, 304]);
const answersOfScreens = /^\/api\/(w|widget)\//;

/**
 * Whether a response may be compressed at all. The size of a compressed response tells something about a secret in it to somebody who
 * can put text of their own beside it. Secrets that are shown once are in answers to POST, tokens in those of /api/auth and /api/embed.
 */
const mayCompress = ({ method }, path) => (method === "GET" || method === "HEAD") && (!isUnderApi(path) || answersOfScreens.test(path));

/** Compresses what Next answers, while it is written. */
export function compressResponse(request, response, path) {
  if (!mayCompress(request, path)) return;
  const { writeHead, write, end, flushHeaders } = response;
  let plan;
  let held = [];
  let heldBytes = 0;
  let timer;
  let encoder;
  let isCommitting = false;
  response.once("close", () => {
    clearTimeout(timer);
    encoder?.destroy();
  });

  const isSuitable = () =>
    !withoutBody.has(response.statusCode) &&
    !response.hasHeader("content-encoding") &&
    !response.hasHeader("content-disposition") &&
    !/no-transform/i.test(String(response.getHeader("cache-control") ?? ""));

  /** "plain" as it is, "encoded", or "held" until it is known whether it is long enough. */
  function decide() {
    if (!compressible.test(String(response.getHeader("content-type") ?? ""))) return "plain";
    varyByEncoding(response);
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (!encoding || !isSuitable()) return "plain";
    const length = response.getHeader("content-length");
    if (length === undefined) return request.method === "HEAD" ? "plain" : "held";
    if (Number(length) < minBytes) return "plain";
    if (request.method !== "HEAD") return "encoded";
    setEncodedHeaders(encoding);
    return "plain";
  }

  function setEncodedHeaders(encoding) {
    response.setHeader("content-encoding", encoding);
    for (const name of ["content-length", "accept-ranges"]) response.removeHeader(name);
    const etag = response.getHeader("etag");
    // The bytes are not those that a strong tag names.
    if (typeof etag === "string" && !etag.startsWith("W/")) response.setHeader("etag", `W/${etag}`);
  }

  /** Writes the head through whoever else changes it. */
  function commit() {
    isCommitting = true;
    response.writeHead(response.statusCode);
  }

  function begin() {
    plan ??= decide();
    if (plan === "encoded" && !encoder) encode();
    return plan;
  }

  function encode() {
    plan = "encoded";
    clearTimeout(timer);
    const encoding = encodingFor(request.headers["accept-encoding"]);
    setEncodedHeaders(encoding);
    commit();
    encoder = encoders[encoding]();
    encoder.on("data", (chunk) => write.call(response, chunk) || encoder.pause());
    encoder.on("end", () => end.call(response));
    encoder.on("error", () => response.destroy());
    // Whoever writes waits for the encoder, and the encoder for the socket.
    let isRelayed = false;
    encoder.on("drain", () => {
      isRelayed = true;
      response.emit("drain");
      isRelayed = false;
    });
    response.on("drain", () => isRelayed || encoder.resume());
    for (const chunk of held) encoder.write(chunk);
    held = [];
  }

  function hold(chunk) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes >= minBytes) return encode();
    timer ??= setTimeout(() => {
      encode();
      encoder.flush();
    }, waitMs);
  }

  /** Everything was written, and it is short. */
  function endHeld() {
    clearTimeout(timer);
    plan = "plain";
    response.setHeader("content-length", heldBytes);
    commit();
    return end.call(response, Buffer.concat(held));
  }

  response.writeHead = (status, ...rest) => {
    response.statusCode = status;
    if (typeof rest[0] === "string") response.statusMessage = rest[0];
    setHeaders(response, rest.at(-1));
    if (isCommitting || begin() === "plain") writeHead.call(response, status);
    return response;
  };
  response.flushHeaders = () => begin() === "plain" && flushHeaders.call(response);
  response.flush = () => encoder?.flush();
  response.write = (chunk, ...rest) => {
    if (begin() === "plain") return write.call(response, chunk, ...rest);
    const [encoding, done] = typeof rest[0] === "function" ? [undefined, rest[0]] : rest;
    if (plan === "encoded") return encoder.write(chunk, encoding, done);
    hold(bytesOf(chunk, encoding));
    if (done) process.nextTick(done);
    return true;
  };
  response.end = (...rest) => {
    if (begin() === "plain") return end.apply(response, rest);
    const done = rest.find((one) => typeof one === "function");
    if (done) response.once("finish", done);
    const [chunk, encoding] = rest.filter((one) => typeof one !== "function");
    if (chunk !== undefined && chunk !== null && plan === "held") hold(bytesOf(chunk, encoding));
    else if (chunk !== undefined && chunk !== null) encoder.write(chunk, encoding);
    if (plan === "held") return endHeld();
    encoder.end();
    return response;
  };
}

const bytesOf = (chunk, encoding) => (typeof chunk === "string" ? Buffer.from(chunk, encoding) : Buffer.from(chunk));
