import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const [, , file = ""] = process.argv;
type Route = (request: Request) => Promise<Response>;
const { GET, POST } = (await import(pathToFileURL(file).href)) as { GET?: Route; POST?: Route };

/** Calls a route of Next as Next does: with a web Request. */
createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []));
  const address = `http://localhost${request.url}`;
  const { method = "GET" } = request;
  const reply =
    (await (method === "GET"
      ? GET?.(new Request(address, { headers }))
      : POST?.(new Request(address, { method, headers, body: Buffer.concat(chunks) })))) ?? new Response(null, { status: 405 });
  response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(Buffer.from(await reply.arrayBuffer()));
}).listen(Number(process.env["PORT"]), "127.0.0.1");
