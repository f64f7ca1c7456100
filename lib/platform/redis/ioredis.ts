import { Redis as Commands, type Requester } from "@upstash/redis";
import { Redis, type RedisOptions } from "ioredis";
import { backoffMs } from "@/lib/kernel/backoff";
import type { RedisConnection } from "./connection";
import { outageLog } from "./outage-log";

const maxPauseMs = 2_000;
const timeoutMs = 3_000;
const pingMs = 5_000;

/**
 * Commands are not queued: one that cannot be sent fails at once, and a pending one fails when the connection ends or no reply
 * arrives for three seconds. So a Redis that is unavailable or hung fills no memory.
 */
const options = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  enableAutoPipelining: true,
  connectTimeout: timeoutMs,
  socketTimeout: timeoutMs,
  keepAlive: 10_000,
  retryStrategy: (times) => backoffMs(times, { firstMs: 50, maxMs: maxPauseMs }),
} satisfies RedisOptions;

/** Upstash's client over a connection of ioredis: callers need not know which transport is used. */
const requesterOver = (connection: Redis): Requester => ({
  request: async <Result>({ body }: { body?: unknown }) => {
    const [name = "", ...args] = body as string[];
    return { result: (await connection.call(name, ...args)) as Result };
  },
});

/** Redis 7 or Valkey: one connection for commands, and one for the subscription. Both reconnect by themselves. */
export function ioredisTransport(url: string): RedisConnection {
  const connections = new Set<Redis>();

  function connect(what: string, onReady: (connection: Redis) => void): Redis {
    const connection = new Redis(url, options);
    const { away, back } = outageLog({ away: `Redis cannot be reached for ${what}`, back: `Redis is back for ${what}` });
    connection.on("error", away);
    connection.on("ready", () => {
      back();
      onReady(connection);
    });
    connections.add(connection);
    return connection;
  }

  const commands = connect("commands", () => {});
  const connected = new Promise<void>((resolve) => commands.once("ready", resolve));
  let endedAt = Number.NEGATIVE_INFINITY;
  commands.on("close", () => {
    endedAt = performance.now();
  });
  return {
    commands: new Commands(requesterOver(commands)),
    connected,
    endedAt: () => endedAt,
    subscribe: (channel, { onMessage, onSubscribed }) => {
      const subscriber = connect(
        "listening",
        (connection) => void connection.subscribe(channel).then(onSubscribed, () => connection.disconnect(true)),
      );
      subscriber.on("message", (_, message) => onMessage(message));
      // A ping without a reply reveals a connection that died silently.
      setInterval(() => subscriber.status === "ready" && subscriber.ping().catch(() => {}), pingMs).unref();
    },
    close: () => {
      for (const connection of connections) connection.disconnect();
    },
  };
}
