import { type IncomingMessage, request as requestOver } from "node:http";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { hostOf, isLiteral, mayConnect, portOf, validateUrl } from "./address";
import { type Addresses, byNameServers, bySystem } from "./lookup";

export type Lookup = (hostname: string, signal: AbortSignal) => Promise<Addresses>;
export type Reason = "refused_address" | "unreachable" | "tls" | "timeout" | "too_large" | "bad_reply";
export type Outcome =
  | { kind: "reply"; status: number; headers: Record<string, string>; body: Buffer; tookMs: number }
  /**
   * `isSent` is false when it is certain that not one byte of the call was sent; otherwise it may have happened. `message` is for the agent who
   * pressed the button; `problem` is what we saw of the network, for admins.
   */
  | { kind: "failed"; reason: Reason; isSent: boolean; message: string; problem: string; tookMs: number };
/** `forbidden`: the address may never be called; otherwise it may only be unreachable for now. */
type Check = { ok: true; validUntil: Date | null } | { ok: false; reason: string; forbidden: boolean };

type Guard = { allowOrigins: readonly string[]; timeoutMs?: number; lookup?: Lookup };
type Message = { method?: "GET" | "POST"; headers: Record<string, string>; body: Buffer } & Reading;
/**
 * `cutsReply`: a longer body is read no further, and a compressed one not at all; otherwise a 2xx failed with it. The body of any other status is
 * always read so: the status alone says that the call was refused.
 */
type Reading = { maxReplyBytes?: number; cutsReply?: boolean };
type Target = { url: URL; exempt: boolean; lookup: Lookup | undefined };

class Failure extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
  ) {
    super(message);
  }
}

const maxHeaderBytes = 16_384;
/** Informational responses (1xx) before the reply. Each is read and skipped (RFC 9110 §15.2), but not without end. */
const maxInterim = 100;
/** How the message of a call ends that was sent and got no answer. */
export const mayHaveHappened = "The call may have happened: look before you press again.";

/** The message for the agent who pressed the button. Our view of the network is for admins, who have the check. */
function messageOf({ reason, message: problem }: Failure, isSent: boolean): string {
  if (reason === "refused_address") return "The call was not sent: its address may not be called. An admin can correct it in the settings.";
  return isSent ? `${problem} ${mayHaveHappened}` : `The call was not sent. ${problem}`;
}

const certificateProblems = new Map([
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["CERT_NOT_YET_VALID", "its certificate is not valid yet"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is self-signed"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another name"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate comes from an authority that is not publicly trusted"],
  ["UNABLE_TO_GET_ISSUER_CERT", "its certificate comes from an authority that is not publicly trusted"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "its certificate comes from an authority that is not publicly trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its certificate is sent without the intermediate ones"],
]);

const accepted = { "accept-encoding": "identity" };

/** Every header of a call as it is sent on the wire, also for the record of the call. */
export function headersOnWire(address: string, { headers, body }: Pick<Message, "headers" | "body">): [string, string][] {
  const { host } = new URL(address);
  return Object.entries({ Host: host, Connection: "close", ...headers, ...accepted, "content-length": String(body.length) });
}

/** The only way to send a call. A failure outside is an outcome, never an exception; nothing is sent twice. */
export async function call(address: string, { allowOrigins, timeoutMs = 10_000, lookup, ...message }: Guard & Message): Promise<Outcome> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  let isSent = false;

  try {
    const verdict = validateUrl(address, allowOrigins);
    if (!verdict.ok) throw new Failure("refused_address", verdict.reason);

    const host = hostOf(verdict.url);
    const reply = await within(timeoutMs, host, async (signal) => {
      const socket = await dial({ ...verdict, lookup }, signal);
      if (socket.destroyed) throw closedEarly(host);
      isSent = true;
      return exchange(socket, verdict.url, message, signal);
    });
    return { kind: "reply", ...reply, tookMs: tookMs() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { reason, message: problem } = error;
    return { kind: "failed", reason, isSent, message: messageOf(error, isSent), problem, tookMs: tookMs() };
  }
}

/** Whether a call would get through, as far as can be known without sending one, with a reason for the admin who typed the address. */
export async function check(address: string, { allowOrigins, timeoutMs = 5_000, lookup }: Guard): Promise<Check> {
  try {
    const verdict = validateUrl(address, allowOrigins);
    if (!verdict.ok) return { ...verdict, forbidden: true };

    const validUntil = await within(timeoutMs, hostOf(verdict.url), async (signal) => {
      const socket = await dial({ ...verdict, lookup }, signal);
      return socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : null;
    });
    return { ok: true, validUntil };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ok: false, reason: error.message, forbidden: error.reason === "refused_address" };
  }
}

/** Made once: each call would make several, with their stacks. */
const isOver = new Error("The call is over.");

/** One timer ends everything: a stalled look-up or handshake ignores a signal. At the end the signal makes `work` close its sockets. */
async function within<T>(timeoutMs: number, host: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure("timeout", `${host} did not answer within ${timeoutMs / 1000} seconds.`)), timeoutMs);
  });

  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
    controller.abort(isOver);
  }
}

async function resolve({ url, exempt, lookup = exempt ? bySystem : byNameServers }: Target, signal: AbortSignal) {
  const host = hostOf(url);
  const found = isLiteral(host) ? [{ address: host }] : await lookup(host, signal).catch(() => []);
  if (found.length === 0) throw new Failure("unreachable", `The name ${host} does not resolve.`);

  // One private address is enough to reject: it is unpredictable which of several is used.
  const forbidden = found.find(({ address }) => !mayConnect(address, { exempt }));
  if (forbidden) throw new Failure("refused_address", `${host} resolves to ${forbidden.address}, which is not public.`);
  return found.map(({ address }) => ({ address, family: isIP(address) }));
}

/** Connects only to the addresses that were checked. */
async function dial(target: Target, signal: AbortSignal): Promise<Socket> {
  const addresses = await resolve(target, signal);
  signal.throwIfAborted();

  const { url } = target;
  const host = hostOf(url);
  const secure = url.protocol === "https:";
  const to = {
    host,
    port: portOf(url),
    autoSelectFamily: true,
    lookup: (_host: string, _options: object, found: (error: null, addresses: { address: string; family: number }[]) => void) =>
      found(null, addresses),
  };
  const name = isLiteral(host) ? {} : { servername: host };
  // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot override it.
  const socket = secure ? connectTls({ ...to, ...name, ALPNProtocols: ["http/1.1"], rejectUnauthorized: true }) : connectTcp(to);
  signal.addEventListener("abort", () => socket.destroy(), { once: true });

  let connected = false;
  return new Promise((ready, reject) => {
    const fail = (error: { code?: string }) => reject(connected ? tlsFailure(host, error.code) : unanswered(url, error.code));
    socket.once("connect", () => {
      connected = true;
    });
    socket.once(secure ? "secureConnect" : "connect", () => ready(socket));
    socket.on("error", fail);
    socket.once("close", () => fail({}));
  });
}

/** Why nothing could be connected to, by the system's code. */
const connectProblems = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ECONNRESET", "connection reset"],
  ["EHOSTUNREACH", "no route to it"],
  ["ENETUNREACH", "no route to its network"],
  ["ETIMEDOUT", "no answer in time"],
]);

const unanswered = (url: URL, code = "") =>
  new Failure("unreachable", `Nothing answers at ${url.hostname}:${portOf(url)}: ${connectProblems.get(code) ?? "no connection"}.`);

type Exchanged = { status: number; headers: Record<string, string>; body: Buffer };

/** One request over this connection, which was checked: nothing can open another one, nor send the call again. */
function exchange(socket: Socket, url: URL, { method = "POST", headers, body, ...reading }: Message, signal: AbortSignal) {
  const host = hostOf(url);
  return new Promise<Exchanged>((resolve, reject) => {
    const fail = (error: unknown) => reject(asFailure(error, host));
    const request = requestOver({
      createConnection: () => socket,
      method,
      path: url.pathname + url.search,
      headers: headersOnWire(url.href, { headers, body }).flat(),
      maxHeaderSize: maxHeaderBytes,
    });
    let interim = 0;
    request.on("information", () => {
      interim += 1;
      if (interim > maxInterim) request.destroy(new Failure("bad_reply", `${host} sent more than ${maxInterim} interim responses.`));
    });
    // Another protocol, which nobody asked for.
    request.once("upgrade", (_reply, upgraded: Socket) => {
      upgraded.destroy();
      fail(closedEarly(host));
    });
    request.on("error", fail).once("response", (reply) => {
      const { statusCode: status = 0 } = reply;
      read(reply, host, reading).then((bytes) => resolve({ status, headers: flat(reply.headersDistinct), body: bytes }), fail);
    });
    signal.addEventListener("abort", () => request.destroy(isOver), { once: true });
    request.end(body);
  });
}

async function read(reply: IncomingMessage, host: string, { maxReplyBytes = 65_536, cutsReply = false }: Reading) {
  const { headers, statusCode: status = 0 } = reply;
  const isCut = cutsReply || status < 200 || status >= 300;
  const isCompressed = (headers["content-encoding"] ?? "identity") !== "identity";
  if (isCompressed && !isCut) throw new Failure("bad_reply", `${host} sent a compressed reply, which is not accepted.`);

  const maxBytes = isCompressed ? 0 : maxReplyBytes;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes <= maxBytes) continue;
    if (isCut) break;
    throw new Failure("too_large", `${host} sent a reply of more than ${maxReplyBytes} bytes.`);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

const flat = (headers: NodeJS.Dict<string[]>) =>
  Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name, values.join(", ")]));

const closedEarly = (host: string) => new Failure("bad_reply", `${host} closed the connection before its reply was complete.`);

const tlsFailure = (host: string, code = "") =>
  new Failure(
    "tls",
    `There is no secure connection to ${host}: ${certificateProblems.get(code) ?? "it does not complete the TLS handshake"}.`,
  );

/** Errors with a code come from the other side, or from the parser of what it sent. The rest are bugs of ours. */
function asFailure(error: unknown, host: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  if (code.startsWith("ERR_SSL_")) return tlsFailure(host, code);
  if (code === "HPE_HEADER_OVERFLOW") return new Failure("too_large", `${host} sent more than ${maxHeaderBytes} bytes of headers.`);
  if (code.startsWith("HPE_")) return new Failure("bad_reply", `${host} sent something that is not an HTTP reply.`);
  return closedEarly(host);
}
