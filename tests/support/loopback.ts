import { once } from "node:events";
import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createTcp, type Server, type Socket } from "node:net";
import * as outbound from "@/lib/platform/outbound";

export const body = Buffer.from('{"action":"refund","label":"Refund é 👍"}');
export const post = { headers: { "content-type": "application/json" }, body, timeoutMs: 5_000 };
export const shortTimeout = { ...post, timeoutMs: 300 };

type Served = { port: number; connections: number };

/** A real server on loopback. It closes only after its last connection, so a test that ends has left none open. */
export async function serving<T>(server: Server, work: (served: Served) => Promise<T>): Promise<T> {
  const served = { port: 0, connections: 0 };
  server.on("connection", () => served.connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  served.port = typeof address === "object" && address ? address.port : 0;

  const result = await work(served);
  server.close();
  await once(server, "close");
  return result;
}

export const http = (listener: RequestListener) =>
  createHttp((request, response) => void request.resume().on("end", () => listener(request, response)));
export const tcp = (listener: (socket: Socket) => void) => createTcp((socket) => listener(socket.on("error", () => socket.destroy())));
export const silent = () => tcp((socket) => socket.resume());

export const resolvesTo =
  (...addresses: string[]): outbound.Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

/** A look-up whose results are these addresses, one per call. */
export function resolvesInTurn(...addresses: string[]) {
  const asked: string[] = [];
  const lookup: outbound.Lookup = async (hostname, over) => resolvesTo(addresses[asked.push(hostname) - 1] ?? "0.0.0.0")(hostname, over);
  return { lookup, asked };
}

/** Calls a server on loopback whose origin is in the allow list. */
export const callAllowed = (server: Server, options: Partial<Parameters<typeof outbound.call>[1]> = {}) =>
  serving(server, async (served) => {
    const origin = `http://127.0.0.1:${served.port}`;
    const outcome = await outbound.call(`${origin}/actions?x=1`, { ...shortTimeout, allowOrigins: [origin], ...options });
    return { outcome, connections: served.connections };
  });
