import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { expect } from "@playwright/test";

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Record<string, unknown>; text: string };
type Knock = { method?: string; path: string; headers?: Record<string, string>; body?: Uint8Array | string; hostless?: boolean };

function objectIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A request whose path, headers and body go out as they are given; a body without a length goes out in chunks. */
export function knock(url: string, { method = "GET", path, headers = {}, body, hostless = false }: Knock): Promise<Answer> {
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

/** Writes these bytes to the server's socket and reads one answer; `end` closes our side right behind them. */
export function wire(url: string, bytes: string, { end = false }: { end?: boolean } = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let heard = "";
    const look = () => {
      const answer = answerIn(heard);
      if (!answer) return;
      resolve(answer);
      socket.destroy();
    };
    socket.setEncoding("utf8").on("data", (chunk) => {
      heard += String(chunk);
      look();
    });
    socket.once("close", () => reject(new Error(`The connection ended after: ${heard}`)));
    socket.once("error", reject);
    if (end) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** The answer, once all of it is there: our own answers to a broken request say their length. */
function answerIn(heard: string): Answer | undefined {
  const [head = "", ...rest] = heard.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => [line.split(":", 1)[0]?.toLowerCase(), line.replace(/^[^:]*: */, "")]));
  const text = rest.join("\r\n\r\n");
  if (rest.length === 0 || Buffer.byteLength(text) < Number(headers["content-length"])) return undefined;
  return { status: Number(first.split(" ")[1]), headers, body: objectIn(text), text };
}

/** What every refusal looks like: nothing but a code, and a message that says what to fix. */
export const refusal = (status: number, code: string, message: RegExp = /\w/) => ({
  status,
  body: { error: { code, message: expect.stringMatching(message) } },
});
