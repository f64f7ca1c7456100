import { fork } from "node:child_process";
import { once } from "node:events";
import { freePort, killOnExit } from "../support/server";

type Counts = { requests: number; subscriptions: number; refused: number };

export type Upstash = {
  env: { UPSTASH_REDIS_REST_URL: string; UPSTASH_REDIS_REST_TOKEN: string };
  /** How many requests and subscriptions came with the right token, and how many with another. */
  counts: () => Promise<Counts>;
  /** Refuses connections and ends the open ones, until `comeBack`. */
  go: () => Promise<Counts>;
  comeBack: () => Promise<Counts>;
  stop: () => void;
};

/** A stand-in for Upstash in front of this Redis. */
export async function startUpstash(redisUrl: string, token = "t0ken-of-the-test"): Promise<Upstash> {
  const port = await freePort();
  const child = killOnExit(
    fork("tests/cluster/upstash-server.ts", [redisUrl, token, String(port)], { execArgv: ["--import", "tsx"], stdio: "inherit" }),
  );
  const order = async (word: "go" | "comeBack" | "count"): Promise<Counts> => {
    const done = once(child, "message");
    child.send(word);
    const [counts] = (await done) as [Counts];
    return counts;
  };
  await order("comeBack");
  return {
    env: { UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${port}`, UPSTASH_REDIS_REST_TOKEN: token },
    counts: () => order("count"),
    go: () => order("go"),
    comeBack: () => order("comeBack"),
    stop: () => void child.kill(),
  };
}
