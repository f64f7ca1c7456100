import type { Redis } from "@upstash/redis";

/** The Redis that instances share. It may be unavailable at any time: nothing waits for it, and an outage only costs speed. */
export type RedisConnection = {
  commands: Redis;
  /** Resolves when commands can be sent for the first time. */
  connected: Promise<void>;
  /** When a connection for commands last ended, by `performance.now()`: Redis may have come back without what it had counted. */
  endedAt: () => number;
  /** Lasts until `close`. `onSubscribed` is called after every (re)connection: messages before it may have been missed. */
  subscribe: (channel: string, handlers: { onMessage: (message: string) => void; onSubscribed: () => void }) => void;
  close: () => void;
};
