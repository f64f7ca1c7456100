import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const [, , file = ""] = process.argv;
const { POST } = (await import(pathToFileURL(file).href)) as { POST: (request: Request) => Promise<Response> };

/** Calls a route of Next as Next does: with a web Request. */
createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] => (value ? [[name, String(value)]] : []));
  const reply = await POST(new Request(`http://localhost${request.url}`, { method: "POST", headers, body: Buffer.concat(chunks) }));
  response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(Buffer.from(await reply.arrayBuffer()));
}).listen(Number(process.env["PORT"]), "127.0.0.1");
