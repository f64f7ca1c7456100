/**
 * The HTTP server: /api/v1 and the streams of pokes go straight to the endpoints, everything else to Next. Next compiles both; the
 * start leaves the endpoints in the runtime (lib/platform/runtime.ts). While developing they go through Next, too, which serves what was
 * edited: what the start has left stays as it was then. What Next answers in its own way (malformed paths, TRACE, bodies without a
 * limit) is refused here (`lib/http/server/refusals.mjs`).
 */
import { renameSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import next from "next";
import { overseeNext, sayAlways } from "./lib/http/server/answers.mjs";
import { watchConnections } from "./lib/http/server/connections.mjs";
import { sayLine, takeConsole } from "./lib/http/server/console.mjs";
import { httpRefusal, pageRefusal, refuse, refuseUnread } from "./lib/http/server/refusals.mjs";
import { runtime } from "./lib/http/server/runtime.mjs";
import { sayWay } from "./lib/http/server/way.mjs";

const port = Number(process.env.PORT || 3000);
// Without a host it listens on every address, of both families where the machine has both.
const host = process.env.HOST || undefined;
/** A Unix socket besides, for a proxy on the same machine. */
const socketPath = process.env.SOCKET || undefined;
const dev = process.argv.includes("--dev");
process.env.NODE_ENV ||= dev ? "development" : "production";
process.env.AUTH_TRUST_HOST ||= "1";
if (!dev) takeConsole();

const started = new Promise((resolve, reject) => {
  runtime.startup = { succeeded: () => resolve(), failed: reject };
});
started.catch((error) => fail(error instanceof Error && !/^(Type|Reference)Error$/.test(error.name) ? error.message : error?.stack));

/** A process that cannot start or go on says why, for whoever started it. */
function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

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

const pathOf = (url) => url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] || "/";
const isApi = (path) => path === "/api/v1" || path.startsWith("/api/v1/");
/** What the pages of Next's own tools ask for while developing. */
const isNextsOwn = (path) => dev && path.startsWith("/__nextjs");
const isStream = (path) => /^\/api\/w\/[^/]+\/stream$/.test(path);

const answer = (entryPoint, request, response, path) =>
  entryPoint(request, response, path).catch(() => {
    // The caller went away while sending: there is nobody to answer.
    response.destroy();
  });

const connections = watchConnections();

function handle(request, response, goOn = () => {}) {
  if (!connections.note(request, response)) return;
  const path = pathOf(request.url);
  sayAlways(response, { isHttps: sayWay(request) });
  const refusal = httpRefusal(request) ?? (isApi(path) || isNextsOwn(path) ? undefined : pageRefusal(request, path));
  if (refusal) return refuse(response, refusal);
  goOn();
  const { api, stream } = runtime.entryPoints;
  if (isApi(path) && !dev) return answer(api, request, response, path);
  if (request.method === "GET" && isStream(path) && !dev) return answer(stream, request, response, path);
  overseeNext(response, path);
  return page(request, response);
}

// Kept alive longer than proxies and clients keep a connection, so that it is never us who hang up on the next request.
const options = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 75_000, requireHostHeader: false };

function newServer() {
  const server = createServer(options, (request, response) => handle(request, response));
  connections.watch(server);
  // Who asks before sending a body hears a refusal instead of "go on".
  server.on("checkContinue", (request, response) => handle(request, response, () => response.writeContinue()));
  server.on("checkExpectation", (request, response) => {
    if (!connections.note(request, response)) return;
    const message = `Leave out the header “Expect: ${String(request.headers.expect).slice(0, 40)}”.`;
    refuse(response, { status: 417, message });
  });
  server.on("clientError", (error, socket) => {
    if (error.code === "ECONNRESET" || !connections.canAnswer(socket)) return socket.destroy();
    refuseUnread(socket, error);
  });
  server.on("error", (error) => fail(error.code === "EADDRINUSE" ? `Port ${port} is in use. Choose another with PORT.` : error.message));
  return server;
}

const drainMs = Number(process.env.DRAIN_SECONDS || 3) * 1000;
/** Longer than a proxy keeps a connection that it does not use. */
const idleMs = 5_000;
const slowMs = 11_000;
const latestMs = 14_000;

let stopping = false;

/**
 * Not ready from now on; then a while in which the proxy notices, and whoever still comes is answered; then no new
 * connections. What is under way is finished, but not for those who neither send nor read: out within 15 seconds, always.
 */
async function stopOnce(signal) {
  // A second signal says nothing new: npm and the terminal both send one.
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(0), latestMs).unref();
  setTimeout(() => connections.destroyAll(), slowMs).unref();
  const { drain, close } = runtime.entryPoints;
  drain();
  removeSocket();
  const isDraining = signal === "SIGTERM" && drainMs > 0;
  if (isDraining) await new Promise((resolve) => setTimeout(resolve, drainMs));
  await connections.closeListener(server);
  await connections.emptied(isDraining ? idleMs : 0);
  await close();
  process.exit(0);
}
stop = (signal) => stopOnce(signal).catch((error) => fail(error?.stack));

let ours;

/**
 * The socket gets its name when it listens, in one step: also over the name that a process left which was killed, or which is
 * just stopping.
 */
function listenAt(path) {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  return new Promise((resolve) => {
    newServer().listen({ path: draft, readableAll: true, writableAll: true }, () => {
      renameSync(draft, path);
      ours = statSync(path).ino;
      resolve();
    });
  });
}

/**
 * Without its name no new connection can be made, and those that were made wait to be taken: none is reset, as with a port
 * that is closed. So this listener is never closed.
 */
function removeSocket() {
  if (ours !== undefined && statSync(socketPath, { throwIfNoEntry: false })?.ino === ours) rmSync(socketPath, { force: true });
}

const server = newServer();
if (socketPath) await listenAt(socketPath);
server.listen({ port, host }, () => {
  const said = `Beside is ready on http://localhost:${port}`;
  // In lines of JSON, but for people at a terminal.
  if (dev || process.stdout.isTTY || process.env.DEMO === "1") process.stdout.write(`${said}\n`);
  else sayLine(30, said);
  if (runtime.demo) process.stdout.write(runtime.demo.welcome);
});
