import { request } from "node:http";

type Held = { method: string; cookie: string; body: object; headers?: Record<string, string> };

/**
 * A call whose body is held back until `release`: its headers are authenticated, and then it waits. A proxy would buffer the
 * body, and forward the call only when it is complete.
 */
export function holdBody(url: string, { method, cookie, body, headers = {} }: Held) {
  const sent = JSON.stringify(body);
  const own = { cookie, origin: new URL(url).origin, "content-length": String(Buffer.byteLength(sent)) };
  const call = request(url, { method, headers: { ...headers, ...own } });
  const status = new Promise<number | undefined>((resolve, reject) => {
    call.on("response", (response) => response.resume().on("end", () => resolve(response.statusCode))).on("error", reject);
  });
  call.flushHeaders();
  return { release: () => call.end(sent), status };
}
