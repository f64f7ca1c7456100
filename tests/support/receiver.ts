import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Call = { path: string; headers: IncomingHttpHeaders; raw: Buffer; body: Record<string, unknown> };
/** Bytes and strings are sent as they are, anything else as JSON; a function has the response to itself. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | "silence"
  | ((response: ServerResponse) => void);

/** A customer's server: keeps every call, and answers by the path it was called at. */
export type Receiver = {
  origin: string;
  /** The calls to this path so far. */
  calls: (path: string) => Call[];
  /** What is answered at this path from now on. */
  on: (path: string, answer: (call: Call) => Answer | Promise<Answer>) => void;
  close: () => void;
};

export async function startReceiver(port = 0): Promise<Receiver> {
  const calls: Call[] = [];
  const answers = new Map<string, (call: Call) => Answer | Promise<Answer>>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const call = {
      path: request.url ?? "/",
      headers: request.headers,
      raw,
      body: JSON.parse(raw.toString() || "{}") as Record<string, unknown>,
    };
    calls.push(call);
    const answer = (await answers.get(call.path)?.(call)) ?? {};
    if (answer === "silence") return;
    if (typeof answer === "function") return answer(response);
    const { status = 200, headers = {}, body } = answer;
    const asIs = typeof body === "string" || Buffer.isBuffer(body);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(asIs ? body : (JSON.stringify(body) ?? ""));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: (path) => calls.filter((call) => call.path === path),
    on: (path, answer) => answers.set(path, answer),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
