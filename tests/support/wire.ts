import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { expect } from "./expect";

export type RawReply = { status: number; headers: IncomingHttpHeaders; body: Record<string, unknown>; text: string };
type RequestOptions = { method?: string; path: string; headers?: Record<string, string>; body?: Uint8Array | string; hostless?: boolean };

function objectIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Sends a request with its path, headers and body unchanged; a body without a length is sent in chunks. */
export function sendRequest(
  url: string,
  { method = "GET", path, headers = {}, body, hostless = false }: RequestOptions,
): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, setHost: !hostless, agent: false }, async (response) => {
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += String(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: objectIn(text), text });
      sent.destroy();
    });
    sent.once("error", reject);
    if (body !== undefined) sent.write(body);
    sent.end();
  });
}

/** Writes these bytes to the server's socket and reads one reply; `end` closes our side after them. */
export function sendBytes(url: string, bytes: string, { end = false }: { end?: boolean } = {}): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let received = "";
    const tryToResolve = () => {
      const reply = replyIn(received);
      if (!reply) return;
      resolve(reply);
      socket.destroy();
    };
    socket.setEncoding("utf8").on("data", (chunk) => {
      received += String(chunk);
      tryToResolve();
    });
    socket.once("close", () => reject(new Error(`The connection ended after: ${received}`)));
    socket.once("error", reject);
    if (end) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** The reply, once it is complete: our replies to a broken request have a content-length. */
function replyIn(received: string): RawReply | undefined {
  const [head = "", ...rest] = received.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => [line.split(":", 1)[0]?.toLowerCase(), line.replace(/^[^:]*: */, "")]));
  const text = rest.join("\r\n\r\n");
  if (rest.length === 0 || Buffer.byteLength(text) < Number(headers["content-length"])) return undefined;
  return { status: Number(first.split(" ")[1]), headers, body: objectIn(text), text };
}

type Pipelined = { method: string; path: string; headers: Record<string, string>; body: string };

/** Writes all requests at once on one connection, so that they arrive in this order, and reads their replies. */
export function sendPipelined(url: string, requests: Pipelined[]): Promise<RawReply[]> {
  const { hostname, port, host } = new URL(url);
  const bytes = requests.map(({ method, path, headers, body }) => {
    const lines = Object.entries({ host, ...headers, "content-length": Buffer.byteLength(body) }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return `${[`${method} ${path} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n${body}`;
  });
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const replies: RawReply[] = [];
    let received = "";
    socket.setEncoding("utf8").on("data", (chunk) => {
      received += String(chunk);
      // The replies of these calls are ASCII.
      for (let reply = replyIn(received); reply; reply = replyIn(received)) {
        const length = Number(reply.headers["content-length"]);
        received = received.slice(received.indexOf("\r\n\r\n") + 4 + length);
        const text = reply.text.slice(0, length);
        replies.push({ ...reply, text, body: objectIn(text) });
      }
      if (replies.length < requests.length) return;
      resolve(replies);
      socket.destroy();
    });
    socket.once("close", () => reject(new Error(`The connection ended after ${replies.length} replies and: ${received}`)));
    socket.once("error", reject);
    socket.write(bytes.join(""));
  });
}

/** The form of every error reply: nothing but a code, and a message that says what to fix. */
export const errorReply = (status: number, code: string, message: RegExp = /\w/) => ({
  status,
  body: { error: { code, message: expect.stringMatching(message) } },
});
