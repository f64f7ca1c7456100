import { spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, kept, newFolder } from "../support/server";

export type Redis = {
  url: string;
  /** kill -9: what it held is gone. */
  kill: () => Promise<void>;
  /** Starts an empty one on the same port. */
  resume: () => Promise<void>;
  /** It stands still with its connections open, until it is thawed. */
  freeze: () => void;
  thaw: () => void;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (reply) => {
      socket.destroy();
      resolve(reply.toString().startsWith("+PONG"));
    });
    socket.once("error", () => resolve(false));
  });

/** Redis on a port of its own, which keeps nothing on the disk. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort();
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", newFolder(), "--save", "", "--appendonly", "no"];
  const begin = async () => {
    const child = kept(spawn("redis-server", options, { stdio: "ignore" }));
    child.once("error", () => {
      throw new Error("Redis is not installed: apt-get install redis-server");
    });
    while (!(await answers(port))) await pause(50);
    return child;
  };
  let server = await begin();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
    },
    resume: async () => {
      server = await begin();
    },
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
  };
}
