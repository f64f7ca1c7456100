/**
 * The HTTP server: /api/v1 and the streams of change notifications go straight to the endpoints, everything else to Next. Next
 * compiles both; the start stores the endpoints in the runtime (lib/platform/runtime.ts). In development they go through Next,
 * too, because the stored ones do not change when the code is edited. Requests that Next would handle in its own way (malformed
 * paths, TRACE, bodies without a limit) are rejected here (`lib/http/server/errors.mjs`).
 */
import { renameSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import next from "next";
import { compressResponse } from "./lib/http/server/compression.mjs";
import { watchConnections } from "./lib/http/server/connections.mjs";
import { redirectConsole, writeLogLine } from "./lib/http/server/console.mjs";
import { errorResponse, httpError, pageError, rejectMalformed } from "./lib/http/server/errors.mjs";
import { setForwardedHeaders } from "./lib/http/server/forwarded-headers.mjs";
import { streamAt } from "./lib/http/server/paths.mjs";
import { rewriteNextResponse, setSecurityHeaders } from "./lib/http/server/response-headers.mjs";
import { runtime } from "./lib/http/server/runtime.mjs";
import { sendStaticFile } from "./lib/http/server/static-files.mjs";

const port = Number(process.env.PORT || 3000);
// Without a host it listens on every address, IPv4 and IPv6 where the machine has both.
const host = process.env.HOST || undefined;
/** An additional Unix socket, for a proxy on the same machine. */
const socketPath = process.env.SOCKET || undefined;
const dev = process.argv.includes("--dev");
process.env.NODE_ENV ||= dev ? "development" : "production";
process.env.AUTH_TRUST_HOST ||= "1";
// Next would report what is built and developed to its makers.
process.env.NEXT_TELEMETRY_DISABLED = "1";
if (!dev) redirectConsole();

const started = new Promise((resolve, reject) => {
  runtime.startup = { succeeded: () => resolve(), failed: reject };
});
started.catch((error) => fail(error instanceof Error && !/^(Type|Reference)Error$/.test(error.name) ? error.message : error?.stack));

/** Ends a process that cannot start or go on, with the reason for the operator. */
function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

let stop = () => {
  // The next start undoes or finishes an interrupted one.
  process.exit(0);
};
process.on("SIGTERM", () => stop("SIGTERM"));
process.on("SIGINT", () => stop("SIGINT"));

// Next listens for upgrades on the server that it gets. In production it gets one that never receives any, so that a request
// that merely offers an upgrade (h2c) is handled like any other.
const app = next({ dev, hostname: host ?? "localhost", port, ...(dev ? {} : { httpServer: createServer() }) });
await app.prepare();
const page = app.getRequestHandler();
await started;

const pathOf = (url) => url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] || "/";
const isApi = (path) => path === "/api/v1" || path.startsWith("/api/v1/");
/** Requests of Next's own development tools. */
const isNextDevPath = (path) => dev && path.startsWith("/__nextjs");

/** What Next sends without rendering anything. */
const isFile = (path) => /^\/(_next\/static\/|loader\/|(sw\.js|icon\.svg|apple-icon\.png|manifest\.webmanifest|favicon\.ico)$)/.test(path);

async function openPage(request, response) {
  const { admitPage, inPage } = runtime.entryPoints;
  if (await admitPage(request, response)) await inPage(() => page(request, response));
}

const run = (entryPoint, request, response, path) =>
  entryPoint(request, response, path).catch(() => {
    // The caller disconnected while sending: nobody reads a response.
    response.destroy();
  });

const connections = watchConnections();

function handle(request, response, onAccepted = () => {}) {
  if (!connections.registerRequest(request, response)) return;
  const path = pathOf(request.url);
  setSecurityHeaders(response, { isHttps: setForwardedHeaders(request) });
  const refusal = httpError(request) ?? (isApi(path) || isNextDevPath(path) ? undefined : pageError(request, path));
  if (refusal) return errorResponse(response, refusal);
  onAccepted();
  const { api, streams, inPage } = runtime.entryPoints;
  if (isApi(path) && !dev) return run(api, request, response, path);
  const stream = request.method === "GET" && !dev && streamAt(path);
  if (stream) return run(streams[stream], request, response, path);
  if (!dev) {
    if (sendStaticFile(request, response, path)) return;
    compressResponse(request, response, path);
  }
  rewriteNextResponse(response, path);
  if (dev || path.startsWith("/api/") || isFile(path)) return inPage(() => page(request, response));
  return openPage(request, response).catch(() => response.destroy());
}

// Connections are kept alive longer than proxies and clients do, so that the server never closes one on the next request. A file
// may take two minutes on a slow line; other bodies have deadlines of their own.
const options = { requestTimeout: 120_000, headersTimeout: 15_000, keepAliveTimeout: 75_000, requireHostHeader: false };

function newServer() {
  const server = createServer(options, (request, response) => handle(request, response));
  connections.watch(server);
  // A client that asks before it sends a body gets an error instead of 100 Continue.
  server.on("checkContinue", (request, response) => handle(request, response, () => response.writeContinue()));
  server.on("checkExpectation", (request, response) => {
    if (!connections.registerRequest(request, response)) return;
    const message = `Leave out the header “Expect: ${String(request.headers.expect).slice(0, 40)}”.`;
    errorResponse(response, { status: 417, message });
  });
  server.on("clientError", (error, socket) => {
    if (error.code === "ECONNRESET" || !connections.canAnswer(socket)) return socket.destroy();
    rejectMalformed(socket, error);
  });
  server.on("error", (error) => fail(error.code === "EADDRINUSE" ? `Port ${port} is in use. Choose another with PORT.` : error.message));
  return server;
}

const drainMs = Number(process.env.DRAIN_SECONDS || 3) * 1000;
/** Longer than a proxy keeps a connection that it does not use. */
const idleMs = 5_000;
const slowMs = 11_000;
const maxStopMs = 14_000;

let stopping = false;

/**
 * First not ready, then a delay in which the proxy notices and requests are still handled, then no new connections. Running
 * requests are finished, except those of clients that neither send nor read: the process always ends within 15 seconds.
 */
async function stopOnce(signal) {
  // A second signal is ignored: npm and the terminal both send one.
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(0), maxStopMs).unref();
  setTimeout(() => connections.destroyAll(), slowMs).unref();
  const { drain, close } = runtime.entryPoints;
  drain();
  removeSocket();
  const isDraining = signal === "SIGTERM" && drainMs > 0;
  if (isDraining) await new Promise((resolve) => setTimeout(resolve, drainMs));
  await connections.closeListener(server);
  await connections.allClosed(isDraining ? idleMs : 0);
  await close();
  process.exit(0);
}
stop = (signal) => stopOnce(signal).catch((error) => fail(error?.stack));

let socketInode;

/**
 * The socket gets its name when it listens, in one step: this also replaces the name of a process that was killed or is just
 * stopping.
 */
function listenAt(path) {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  return new Promise((resolve) => {
    newServer().listen({ path: draft, readableAll: true, writableAll: true }, () => {
      renameSync(draft, path);
      socketInode = statSync(path).ino;
      resolve();
    });
  });
}

/**
 * Without its name no new connection can be made, and pending ones wait to be accepted: none is reset, as it would be with a
 * closed port. So this listener is never closed.
 */
function removeSocket() {
  if (socketInode !== undefined && statSync(socketPath, { throwIfNoEntry: false })?.ino === socketInode)
    rmSync(socketPath, { force: true });
}

const server = newServer();
if (socketPath) await listenAt(socketPath);
server.listen({ port, host }, () => {
  const line = `Beside is ready on http://localhost:${port}`;
  // A line of JSON, except for people at a terminal.
  if (dev || process.stdout.isTTY || process.env.DEMO === "1") process.stdout.write(`${line}\n`);
  else writeLogLine(30, line);
  if (runtime.demo) process.stdout.write(runtime.demo.welcome);
});
