import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { Client, type Dispatcher, errors } from "undici";
import { hostOf, isLiteral, mayConnect, portOf, validateUrl } from "./address";
import { type Addresses, byNameServers, bySystem } from "./lookup";

export type Lookup = (hostname: string, signal: AbortSignal) => Promise<Addresses>;
export type Reason = "refused_address" | "unreachable" | "tls" | "timeout" | "too_large" | "bad_reply";
export type Outcome =
  | { kind: "reply"; status: number; headers: Record<string, string>; body: Buffer; tookMs: number }
  /** `message` is for the agent who pressed the button; `problem` is what we saw of the network, for admins. */
  | { kind: "failed"; reason: Reason; message: string; problem: string; tookMs: number };
/** `forbidden`: the address may never be called; otherwise it may only be unreachable for now. */
type Check = { ok: true; validUntil: Date | null } | { ok: false; reason: string; forbidden: boolean };

type Guard = { allowOrigins: readonly string[]; timeoutMs?: number; lookup?: Lookup };
type Message = { method?: Dispatcher.HttpMethod; headers: Record<string, string>; body: Buffer } & Reading;
/** `cutsReply`: a longer body is read no further, and a compressed one not at all; otherwise the call failed with it. */
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
const mayHaveHappened = "The call may have happened: look before you press again.";

/** The message for the agent who pressed the button. Our view of the network is for admins, who have the check. */
const messageOf: Record<Reason, (problem: string) => string> = {
  refused_address: () => "The call was not sent: its address may not be called. An admin can correct it in the settings.",
  unreachable: (problem) => `The call was not sent. ${problem}`,
  tls: (problem) => `The call was not sent. ${problem}`,
  timeout: (problem) => `${problem} ${mayHaveHappened}`,
  too_large: (problem) => `${problem} ${mayHaveHappened}`,
  bad_reply: (problem) => `${problem} ${mayHaveHappened}`,
};

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

/** Every header of a call as it is sent on the wire, for the record of the call. */
export function headersOnWire(address: string, { headers, body }: Pick<Message, "headers" | "body">): [string, string][] {
  const { host } = new URL(address);
  return Object.entries({ Host: host, Connection: "close", ...headers, ...accepted, "content-length": String(body.length) });
}

/** The only way to send a call. A failure outside is an outcome, never an exception; nothing is sent twice. */
export async function call(address: string, { allowOrigins, timeoutMs = 10_000, lookup, ...message }: Guard & Message): Promise<Outcome> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);

  try {
    const verdict = validateUrl(address, allowOrigins);
    if (!verdict.ok) throw new Failure("refused_address", verdict.reason);

    const reply = await within(timeoutMs, hostOf(verdict.url), async (signal) => {
      const socket = await dial({ ...verdict, lookup }, signal);
      return exchange(socket, verdict.url, message, signal);
    });
    return { kind: "reply", ...reply, tookMs: tookMs() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { reason, message: problem } = error;
    return { kind: "failed", reason, message: messageOf[reason](problem), problem, tookMs: tookMs() };
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

async function exchange(socket: Socket, url: URL, { method = "POST", headers, body, ...reading }: Message, signal: AbortSignal) {
  const host = hostOf(url);
  const client = new Client(url.origin, {
    // The client has only this connection: it cannot open one that was not checked, nor send the call again.
    // It would not notice a socket that is passed on synchronously.
    connect: (_options, use) => queueMicrotask(() => (socket.destroyed ? use(closedEarly(host), null) : use(null, socket))),
    pipelining: 0,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  signal.addEventListener("abort", () => void client.destroy(isOver), { once: true });

  try {
    const path = url.pathname + url.search;
    const reply = await client.request({ path, method, headers: { ...headers, ...accepted }, body });
    return { status: reply.statusCode, headers: flat(reply.headers), body: await read(reply, host, reading) };
  } catch (error) {
    throw asFailure(error, host);
  }
}

async function read({ headers, body }: Dispatcher.ResponseData, host: string, { maxReplyBytes = 65_536, cutsReply = false }: Reading) {
  const isCompressed = (headers["content-encoding"] ?? "identity") !== "identity";
  if (isCompressed && !cutsReply) throw new Failure("bad_reply", `${host} sent a compressed reply, which is not accepted.`);

  const maxBytes = isCompressed ? 0 : maxReplyBytes;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes <= maxBytes) continue;
    if (cutsReply) break;
    throw new Failure("too_large", `${host} sent a reply of more than ${maxReplyBytes} bytes.`);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

const flat = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));

const closedEarly = (host: string) => new Failure("bad_reply", `${host} closed the connection before its reply was complete.`);

const tlsFailure = (host: string, code = "") =>
  new Failure(
    "tls",
    `There is no secure connection to ${host}: ${certificateProblems.get(code) ?? "it does not complete the TLS handshake"}.`,
  );

/** Errors with a code come from the other side. The rest, and arguments that undici rejects, are bugs of ours. */
function asFailure(error: unknown, host: string): unknown {
  if (error instanceof errors.InvalidArgumentError || !(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  if (code.startsWith("ERR_SSL_")) return tlsFailure(host, code);
  if (error instanceof errors.HTTPParserError) return new Failure("bad_reply", `${host} sent something that is not an HTTP reply.`);
  if (error instanceof errors.HeadersOverflowError)
    return new Failure("too_large", `${host} sent more than ${maxHeaderBytes} bytes of headers.`);
  return closedEarly(host);
}
