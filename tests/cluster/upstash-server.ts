/**
 * Upstash's REST protocol in front of a real Redis, as its documentation describes it: a command as a JSON array, several at
 * `/pipeline`, and `/subscribe/{channel}` as server-sent events. A separate process: node upstash-server.ts REDIS TOKEN PORT
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Redis } from "ioredis";

type Command = (string | number)[];

const [redisUrl = "", token = "", port = "0"] = process.argv.slice(2);
const commands = new Redis(redisUrl);
const counts = { requests: 0, subscriptions: 0, refused: 0 };

async function runCommand([name = "", ...args]: Command): Promise<{ result: unknown } | { error: string }> {
  try {
    return { result: await commands.call(String(name), ...args.map(String)) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function subscribe(response: ServerResponse, channel: string): void {
  counts.subscriptions += 1;
  const listener = new Redis(redisUrl);
  response.writeHead(200, { "content-type": "text/event-stream" });
  listener.on("message", (from, message) => response.write(`data: message,${from},${message}\n\n`));
  void listener.subscribe(channel).then((count) => response.write(`data: subscribe,${channel},${String(count)}\n\n`));
  response.once("close", () => listener.disconnect());
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (request.headers.authorization !== `Bearer ${token}`) {
    counts.refused += 1;
    reply(401, { error: "WRONGPASS invalid or missing auth token" });
    return;
  }
  const [, channel] = /^\/subscribe\/(.+)$/.exec(request.url ?? "") ?? [];
  if (channel) return subscribe(response, decodeURIComponent(channel));
  counts.requests += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  if (request.url === "/pipeline") return void reply(200, await Promise.all((body as Command[]).map(runCommand)));
  const one = await runCommand(body as Command);
  reply("error" in one ? 400 : 200, one);
}

const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
const done = () => void process.send?.(counts);
const orders: Record<string, () => void> = {
  comeBack: () => void server.listen(Number(port), "127.0.0.1", done),
  go: () => {
    server.close(done);
    server.closeAllConnections();
  },
  count: done,
};
process.on("message", (order) => orders[String(order)]?.());
process.once("disconnect", () => process.exit(0));
