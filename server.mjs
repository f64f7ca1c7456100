/**
 * The front door: /api/v1 and the streams of pokes go straight to the endpoints, everything else to Next. Next compiles both; the endpoints are
 * left on globalThis by instrumentation.ts. What Next answers in its own way (malformed paths, TRACE, bodies without a
 * limit) never reaches it under /api/v1.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import next from "next";

const port = Number(process.env.PORT || 3000);
// Without a host it listens on every address, of both families where the machine has both.
const host = process.env.HOST || undefined;
const dev = process.argv.includes("--dev");
process.env.NODE_ENV ||= dev ? "development" : "production";
process.env.AUTH_TRUST_HOST ||= "1";

const house = globalThis;
const started = new Promise((resolve, reject) => {
  house[Symbol.for("beside.front")] = { started: () => resolve(), failed: reject };
});
started.catch((error) => {
  console.error(error instanceof Error && !/^(Type|Reference)Error$/.test(error.name) ? error.message : error);
  process.exit(1);
});

let stop = () => {
  // What was begun at the start is undone or finished by the next one.
  process.exit(0);
};
process.on("SIGTERM", () => stop("SIGTERM"));
process.on("SIGINT", () => stop("SIGINT"));

// Next listens for upgrades on the server that it is given. In production it gets one that never hears any, so that a caller
// who merely offers an upgrade (h2c) is answered like everybody else.
const app = next({ dev, hostname: host ?? "localhost", port, ...(dev ? {} : { httpServer: createServer() }) });
await app.prepare();
const page = app.getRequestHandler();
await started;

const errorBody = (code, message) => JSON.stringify({ error: { code, message } });
const jsonHeaders = () => ({ "content-type": "application/json", "cache-control": "no-store", "x-request-id": randomUUID() });

function refuse(response, status, code, message, headers = {}) {
  const body = errorBody(code, message);
  response.writeHead(status, { ...jsonHeaders(), "content-length": Buffer.byteLength(body), ...headers }).end(body);
}

const pathOf = (url) => url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] || "/";
const isApi = (path) => path === "/api/v1" || path.startsWith("/api/v1/");

function isDecodable(path) {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const isStream = (path) => /^\/api\/w\/[^/]+\/stream$/.test(path);

const answer = (by, request, response, path) =>
  house[Symbol.for(by)](request, response, path).catch(() => {
    // The caller went away while sending: there is nobody to answer.
    response.destroy();
  });

let stopping = false;
const peer = "x-beside-peer";

/** Who is at the other end of the socket; what a caller claims under this name is dropped. */
function sayPeer(request) {
  const raw = request.rawHeaders;
  for (let at = raw.length - 2; at >= 0; at -= 2) if (raw[at].toLowerCase() === peer) raw.splice(at, 2);
  const address = (request.socket.remoteAddress ?? "unknown").replace(/^::ffff:(?=\d)/, "");
  raw.push(peer, address);
  request.headers[peer] = address;
}

// Kept alive longer than proxies and clients keep a connection, so that it is never us who hang up on the next request.
const options = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 75_000, requireHostHeader: false };

const server = createServer(options, (request, response) => {
  sayPeer(request);
  // Whoever is kept alive goes elsewhere with the next request.
  if (stopping) response.setHeader("Connection", "close");
  const path = pathOf(request.url);
  if (isApi(path)) return answer("beside.api", request, response, path);
  if (request.method === "GET" && isStream(path)) return answer("beside.stream", request, response, path);
  if (request.method === "TRACE")
    return refuse(response, 405, "method_not_allowed", "TRACE is not answered here.", { allow: "GET, HEAD, POST" });
  if (!path.startsWith("/")) return refuse(response, 400, "invalid_request", "The address must begin with /.");
  if (path.startsWith("/api/") && !isDecodable(path))
    return refuse(response, 400, "invalid_request", "The address is not properly percent-encoded: encode it as UTF-8.");
  return page(request, response);
});

server.on("checkExpectation", (request, response) => {
  refuse(response, 417, "invalid_request", `Leave out the header “Expect: ${String(request.headers.expect).slice(0, 40)}”.`);
});

server.on("clientError", (error, socket) => {
  if (!socket.writable || error.code === "ECONNRESET") return socket.destroy();
  const [status, code, message] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? ["431 Request Header Fields Too Large", "invalid_request", "The headers must have at most 16 KiB."]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? ["408 Request Timeout", "invalid_request", "The request did not arrive in time. Send it again."]
        : ["400 Bad Request", "invalid_request", "This is not a well-formed HTTP request."];
  const body = errorBody(code, message);
  const headers = { ...jsonHeaders(), "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
});

const sockets = new Set();
server.on("connection", (socket) => {
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
});

const drainMs = Number(process.env.DRAIN_SECONDS || 3) * 1000;
const unusedMs = 1_000;
const slowMs = 11_000;
const latestMs = 14_000;

/**
 * Not ready from now on; then a while in which the proxy notices, and whoever still comes is answered; then no new
 * connections. What is under way is finished, but not for those who neither send nor read: out within 15 seconds, always.
 */
async function stopOnce(signal) {
  // A second signal says nothing new: npm and the terminal both send one.
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(0), latestMs).unref();
  const { drain, close } = house[Symbol.for("beside.stop")];
  drain();
  if (signal === "SIGTERM") await new Promise((resolve) => setTimeout(resolve, drainMs));
  const closed = new Promise((resolve) => server.close(resolve));
  setTimeout(() => server.closeAllConnections(), slowMs - drainMs).unref();
  // A browser opens connections in advance, on which nothing was asked yet: node:http does not count those as idle.
  setTimeout(() => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, unusedMs).unref();
  // Again and again: a connection that answers its last request is idle only afterwards.
  setInterval(() => server.closeIdleConnections(), 100).unref();
  await closed;
  await close();
  process.exit(0);
}
stop = (signal) =>
  stopOnce(signal).catch((error) => {
    console.error(error);
    process.exit(1);
  });

server.on("error", (error) => {
  console.error(error.code === "EADDRINUSE" ? `Port ${port} is in use. Choose another with PORT.` : error.message);
  process.exit(1);
});
server.listen({ port, host }, () => {
  process.stdout.write(`Beside is ready on http://localhost:${port}\n`);
  house[Symbol.for("beside.demo")]?.();
});
