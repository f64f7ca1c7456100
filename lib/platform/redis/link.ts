import type { Redis } from "@upstash/redis";

/** What instances share. It may be away at any time: nothing waits for it, and nothing is lost with it but speed. */
export type Link = {
  commands: Redis;
  /** Settles when commands can be sent for the first time. */
  reached: Promise<void>;
  /** Hears a channel until the end. `joined` is called whenever it can be heard (again): what came before may be missed. */
  subscribe: (channel: string, ears: { heard: (message: string) => void; joined: () => void }) => void;
  close: () => void;
};
