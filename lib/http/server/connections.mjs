import { Server } from "node:net";

/** A turn of the event loop that is no longer than this had nothing to do. */
const quietTurnMs = 0.1;
const quietByMs = 1_000;
/** A connection that was just opened may have its first request on the way. */
const unusedMs = 1_000;
const checkMs = 50;
const lingerMs = 10_000;
const noProgressMs = 30_000;
const tickMs = 5_000;

/** Without a reset, the system would keep the unread data for minutes. */
function drop(socket) {
  if (socket.remoteAddress) socket.resetAndDestroy();
  else socket.destroy();
}

/**
 * Tracks the connections of our HTTP servers and their open requests, and ends them without losing a request: every request
 * that was sent must be answered, because a proxy may not repeat a POST.
 */
export function watchConnections() {
  const connections = new Map();
  let accepted = 0;
  let isLast = false;

  /** Tracks the connections of a server. One whose client does not read its response is dropped. */
  function watch(server) {
    server.on("connection", (socket) => {
      accepted += 1;
      connections.set(socket, { open: new Map(), isEnding: false, bytesRead: 0, since: performance.now(), ticks: 0, tickedAt: 0 });
      socket.once("close", () => connections.delete(socket));
      endWithCare(socket);
    });
    // A client that waits for its response has nothing to read yet.
    server.setTimeout(tickMs, (socket) => {
      const connection = connections.get(socket);
      if (!connection) return;
      if (socket.timeout === tickMs && !hasStalled(connection)) return socket.setTimeout(tickMs);
      if (socket.writableLength > 0) drop(socket);
      else if (connection.open.size === 0) socket.destroy();
      else socket.setTimeout(tickMs);
    });
  }

  /**
   * Called at each tick without progress. Node reports no tick in which a write made progress, but it notices progress only at
   * the tick after it: so the ticks are short, and consecutive ones are counted.
   */
  function hasStalled(connection) {
    const now = performance.now();
    connection.ticks = now - connection.tickedAt < tickMs * 1.5 ? connection.ticks + 1 : 1;
    connection.tickedAt = now;
    return connection.ticks * tickMs >= noProgressMs - tickMs;
  }

  /** Registers a request before it is handled. False when its connection is ending, and it must be ignored. */
  function registerRequest(request, response) {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection || connection.isEnding) return false;
    if (isLast) response.setHeader("Connection", "close");
    connection.open.set(response, request);
    response.once("close", () => {
      connection.open.delete(response);
      Object.assign(connection, { bytesRead: socket.bytesRead, since: performance.now() });
    });
    return true;
  }

  /**
   * The last response may be sent before its request has arrived completely (a rejected body). Closing the socket then resets
   * the connection, and the response may be lost: so the rest is read for a while and discarded.
   */
  function endWithCare(socket) {
    const { destroySoon } = socket;
    socket.destroySoon = () => {
      const connection = connections.get(socket);
      const arriving = [...(connection?.open.values() ?? [])].find((request) => !request.complete);
      if (!connection || !arriving) return destroySoon.call(socket);
      connection.isEnding = true;
      socket.end();
      arriving.once("close", () => socket.destroy());
      arriving.resume();
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
  }

  /** Whether no response has begun on a connection, so that an error can be sent instead. */
  function canAnswer(socket) {
    const open = [...(connections.get(socket)?.open.keys() ?? [])];
    return socket.writable && open.length <= 1 && open.every(({ headersSent }) => !headersSent);
  }

  /**
   * Stops listening once no connection waits to be accepted: one that the kernel has accepted and Node has not is reset
   * together with the listener. From then on every response is the last of its connection.
   */
  function closeListener(server) {
    return new Promise((resolve) => {
      const began = performance.now();
      let [turn, before] = [began, -1];
      setImmediate(function check() {
        const now = performance.now();
        // Each turn accepts one connection, if one waits.
        const isQuiet = accepted === before && now - turn < quietTurnMs;
        if (!isQuiet && now - began < quietByMs) {
          [turn, before] = [now, accepted];
          return setImmediate(check);
        }
        // Not the close() of an HTTP server: that ends idle connections, on which a request may be on its way.
        Server.prototype.close.call(server);
        closeAfterResponses();
        resolve();
      });
    });
  }

  function closeAfterResponses() {
    isLast = true;
    for (const { open } of connections.values())
      for (const response of open.keys()) if (!response.headersSent) response.setHeader("Connection", "close");
  }

  /**
   * Resolves when every connection is closed. A keep-alive connection stays open until it was idle for `idleMs`, so that the
   * client can end it, which knows whether it has just sent something.
   */
  function allClosed(idleMs) {
    return new Promise((resolve) => {
      const check = () => {
        const now = performance.now();
        for (const [socket, { open, bytesRead, since }] of connections) {
          const isIdle = open.size === 0 && socket.bytesRead === bytesRead;
          if (isIdle && now - since > (bytesRead === 0 ? Math.max(unusedMs, idleMs) : idleMs)) socket.destroy();
        }
        if (connections.size === 0) resolve();
      };
      setInterval(check, checkMs).unref();
      check();
    });
  }

  function destroyAll() {
    for (const socket of connections.keys()) socket.destroy();
  }

  return { watch, registerRequest, canAnswer, closeListener, allClosed, destroyAll };
}
