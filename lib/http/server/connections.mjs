import { Server } from "node:net";

/** A turn of the event loop that took no longer than this had nothing to do. */
const quietTurnMs = 0.1;
const quietByMs = 1_000;
/** A connection that was just opened may have its first request on the way. */
const unusedMs = 1_000;
const lookMs = 50;
const lingerMs = 10_000;
const noProgressMs = 30_000;
const tickMs = 5_000;

/** Without a reset, the system would keep what is not read for minutes more. */
function drop(socket) {
  if (socket.remoteAddress) socket.resetAndDestroy();
  else socket.destroy();
}

/**
 * The connections of our HTTP servers, what runs on each, and how they end without losing a request: one that was sent to us
 * must be answered, because a proxy may not send a POST again.
 */
export function watchConnections() {
  const connections = new Map();
  let accepted = 0;
  let isLast = false;

  /** Follows the connections of a server. One whose other side does not read what it asked for is dropped. */
  function watch(server) {
    server.on("connection", (socket) => {
      accepted += 1;
      connections.set(socket, { open: new Map(), isEnding: false, bytesRead: 0, since: performance.now(), ticks: 0, tickedAt: 0 });
      socket.once("close", () => connections.delete(socket));
      endWithCare(socket);
    });
    // Who waits for us to think has nothing to read.
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
   * Told at each tick in which nothing moved. Node says none of a tick in which a write made progress, but it notices progress
   * only at the tick after it: so it is asked in short ticks, and those that follow each other are counted.
   */
  function hasStalled(connection) {
    const now = performance.now();
    connection.ticks = now - connection.tickedAt < tickMs * 1.5 ? connection.ticks + 1 : 1;
    connection.tickedAt = now;
    return connection.ticks * tickMs >= noProgressMs - tickMs;
  }

  /** Notes a request before it is answered. False when its connection has ended for us, and it must be left alone. */
  function note(request, response) {
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
   * The last answer may go out before its request has come in whole (a body that was refused). A socket that is closed then
   * resets the connection, and the answer may be lost: read on for a while, and let go of what comes.
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

  /** Whether the answer to what is under way on a connection has not begun, so that another one can take its place. */
  function canAnswer(socket) {
    const open = [...(connections.get(socket)?.open.keys() ?? [])];
    return socket.writable && open.length <= 1 && open.every(({ headersSent }) => !headersSent);
  }

  /**
   * Stops listening, when nobody waits to be let in: a connection that the kernel has accepted and we have not is reset
   * together with the listener. From then on every answer is the last of its connection.
   */
  function closeListener(server) {
    return new Promise((resolve) => {
      const began = performance.now();
      let [turn, before] = [began, -1];
      setImmediate(function look() {
        const now = performance.now();
        // Each turn takes one connection, if one waits.
        const isQuiet = accepted === before && now - turn < quietTurnMs;
        if (!isQuiet && now - began < quietByMs) {
          [turn, before] = [now, accepted];
          return setImmediate(look);
        }
        // Not the close() of an HTTP server: that ends idle connections, on which a request may be on its way.
        Server.prototype.close.call(server);
        lastAnswers();
        resolve();
      });
    });
  }

  function lastAnswers() {
    isLast = true;
    for (const { open } of connections.values())
      for (const response of open.keys()) if (!response.headersSent) response.setHeader("Connection", "close");
  }

  /**
   * Settles when every connection is gone. One that is kept alive is left open until it was idle for `idleMs`, so that its
   * other side ends it, which knows whether it has just sent something.
   */
  function emptied(idleMs) {
    return new Promise((resolve) => {
      const look = () => {
        const now = performance.now();
        for (const [socket, { open, bytesRead, since }] of connections) {
          const isIdle = open.size === 0 && socket.bytesRead === bytesRead;
          if (isIdle && now - since > (bytesRead === 0 ? Math.max(unusedMs, idleMs) : idleMs)) socket.destroy();
        }
        if (connections.size === 0) resolve();
      };
      setInterval(look, lookMs).unref();
      look();
    });
  }

  function destroyAll() {
    for (const socket of connections.keys()) socket.destroy();
  }

  return { watch, note, canAnswer, closeListener, emptied, destroyAll };
}
