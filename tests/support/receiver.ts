import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Call = { path: string; headers: IncomingHttpHeaders; raw: Buffer; body: Record<string, unknown> };
/** Bytes and strings are sent as they are, anything else as JSON; a function writes the response itself. */
export type ReceiverReply =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | "silence"
  | ((response: ServerResponse) => void);

/** A customer's server: records every call, and replies according to its path. */
export type Receiver = {
  origin: string;
  /** The calls to this path so far. */
  calls: (path: string) => Call[];
  /** Sets the reply to the calls of this path that follow. */
  on: (path: string, answer: (call: Call) => ReceiverReply | Promise<ReceiverReply>) => void;
  close: () => void;
};

export async function startReceiver(port = 0): Promise<Receiver> {
  const calls: Call[] = [];
  const replies = new Map<string, (call: Call) => ReceiverReply | Promise<ReceiverReply>>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const call = {
      path: request.url ?? "/",
      headers: request.headers,
      raw,
      // What is pushed is encrypted.
      body: request.headers["content-encoding"] ? {} : (JSON.parse(raw.toString() || "{}") as Record<string, unknown>),
    };
    calls.push(call);
    const reply = (await replies.get(call.path)?.(call)) ?? {};
    if (reply === "silence") return;
    if (typeof reply === "function") return reply(response);
    const { status = 200, headers = {}, body } = reply;
    const asIs = typeof body === "string" || Buffer.isBuffer(body);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(asIs ? body : (JSON.stringify(body) ?? ""));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: (path) => calls.filter((call) => call.path === path),
    on: (path, answer) => replies.set(path, answer),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
