import { spawn } from "node:child_process";
import { freePort, killOnExit } from "../support/server";
import type { Engine } from "./engine";
import { run } from "./run";

export type Running = {
  url: string;
  /** Runs a command in the container, as its user. Returns its standard output. */
  exec: (command: readonly string[]) => Promise<string>;
  /** SIGTERM. Returns the exit code and how long it took. */
  stop: () => Promise<{ code: number | null; seconds: number }>;
};

const readySeconds = 60;
/** A process promises to end within 15 seconds after SIGTERM. */
const stopSeconds = 20;

let started = 0;

/** Starts the image on a volume, and waits until it is ready. @throws Error with its output */
export async function startContainer(engine: Engine, image: string, volume: string): Promise<Running> {
  const port = await freePort();
  const name = `beside-image-${process.pid}-${++started}`;
  const [program, ...args] = await engine.runLine({ name, image, volume, port });
  const child = killOnExit(spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] }));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.once("error", ({ message }) => (output += message));

  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  const until = Date.now() + readySeconds * 1000;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`The container is not ready:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    url,
    exec: (command) => run(engine.execLine(name, command), { seconds: 60 }),
    stop: async () => {
      const from = Date.now();
      await run(engine.terminateLine(name), { seconds: 10 });
      const late = new Promise<never>((_, reject) => {
        setTimeout(
          () => reject(new Error(`The container has not ended ${stopSeconds} seconds after SIGTERM:\n${output}`)),
          stopSeconds * 1000,
        ).unref();
      });
      return { code: await Promise.race([ended, late]), seconds: (Date.now() - from) / 1000 };
    },
  };
}

/** Runs one command in a container of its own on a volume. Returns its output. @throws Error when it fails */
export async function runOnce(engine: Engine, image: string, volume: string, command: readonly string[]): Promise<string> {
  const name = `beside-image-${process.pid}-${++started}`;
  return run(await engine.runLine({ name, image, volume, port: await freePort(), command }), { seconds: 60 });
}
