import { Redis as Commands, type Requester } from "@upstash/redis";
import { Redis, type RedisOptions } from "ioredis";
import type { Link } from "./link";
import { outage } from "./outage";

const longestPauseMs = 2_000;
const silenceMs = 3_000;
const pingMs = 5_000;

/**
 * Nothing is kept for later: a command that cannot be sent now fails now, and one that waits when the connection ends, or
 * is not answered for three seconds, fails as well. So a Redis that is away or hung fills no memory.
 */
const options = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  enableAutoPipelining: true,
  connectTimeout: silenceMs,
  socketTimeout: silenceMs,
  keepAlive: 10_000,
  retryStrategy: (times) => Math.min(50 * 2 ** times, longestPauseMs) * (0.75 + Math.random() / 2),
} satisfies RedisOptions;

/** Upstash's commands, sent over a connection of ioredis: what uses them needs not know which way they go. */
const over = (connection: Redis): Requester => ({
  request: async <Result>({ body }: { body?: unknown }) => {
    const [name = "", ...args] = body as string[];
    return { result: (await connection.call(name, ...args)) as Result };
  },
});

/** Redis 7 or Valkey: one connection for commands, and one that only listens. Both come back by themselves. */
export function overSocket(url: string): Link {
  const connections = new Set<Redis>();

  function connect(what: string, ready: (connection: Redis) => void): Redis {
    const connection = new Redis(url, options);
    const { away, back } = outage({ away: `Redis cannot be reached for ${what}`, back: `Redis is back for ${what}` });
    connection.on("error", away);
    connection.on("ready", () => {
      back();
      ready(connection);
    });
    connections.add(connection);
    return connection;
  }

  const commands = connect("commands", () => {});
  const reached = new Promise<void>((resolve) => commands.once("ready", resolve));
  return {
    commands: new Commands(over(commands)),
    reached,
    subscribe: (channel, { heard, joined }) => {
      const listener = connect("listening", (ready) => void ready.subscribe(channel).then(joined, () => ready.disconnect(true)));
      listener.on("message", (_, message) => heard(message));
      // A connection that died in silence is noticed by a ping that nobody answers.
      setInterval(() => listener.status === "ready" && listener.ping().catch(() => {}), pingMs).unref();
    },
    close: () => {
      for (const connection of connections) connection.disconnect();
    },
  };
}
