import { spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, killOnExit, newFolder } from "../support/server";

export type Redis = {
  url: string;
  /** kill -9: all its data is lost. */
  kill: () => Promise<void>;
  /** Starts an empty server on the same port. */
  resume: () => Promise<void>;
  /** Stops the process with its connections open, until `thaw`. */
  freeze: () => void;
  thaw: () => void;
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (reply) => {
      socket.destroy();
      resolve(reply.toString().startsWith("+PONG"));
    });
    socket.once("error", () => resolve(false));
  });

/** Redis on its own port, without persistence. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort();
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", newFolder(), "--save", "", "--appendonly", "no"];
  const begin = async () => {
    const child = killOnExit(spawn("redis-server", options, { stdio: "ignore" }));
    child.once("error", () => {
      throw new Error("Redis is not installed: apt-get install redis-server");
    });
    while (!(await isListening(port))) await pause(50);
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
