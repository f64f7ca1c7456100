import { buildah } from "./buildah";
import { docker } from "./docker";
import type { Line } from "./run";

export type Layer = { madeBy: string; bytes: number };

type Build = {
  image: string;
  /** The folder with the Dockerfile. */
  context: string;
  args?: Record<string, string>;
  /** Files that a step may read and that stay out of the image, by id. */
  secrets?: Record<string, string>;
};

/** A container with a read-only root and /tmp in memory, as the image's user, without any privilege. */
export type Container = {
  name: string;
  image: string;
  /** What is mounted at /data. */
  volume: string;
  port: number;
  /** Instead of the image's own. */
  command?: readonly string[];
};

/** What builds images and runs containers. */
export type Engine = {
  name: string;
  has: (image: string) => Promise<boolean>;
  /** Fetches an image. @throws when no registry can be reached */
  pull: (image: string) => Promise<void>;
  build: (build: Build) => Promise<void>;
  layers: (image: string) => Promise<Layer[]>;
  healthcheck: (image: string) => Promise<readonly string[]>;
  /** A place for /data that outlives containers. */
  makeVolume: (image: string) => Promise<string>;
  /** The command line that runs a container until its process ends, with that process's exit code. */
  runLine: (container: Container) => Promise<Line>;
  execLine: (name: string, command: readonly string[]) => Line;
  /** The command line that sends SIGTERM to a container's process. */
  terminateLine: (name: string) => Line;
  /** Removes containers, mounts and volumes. Images stay. */
  cleanUp: () => Promise<void>;
};

/** Docker where its daemon answers; otherwise buildah. @throws when there is neither */
export async function findEngine(): Promise<Engine> {
  const found = (await docker()) ?? (await buildah());
  if (!found) throw new Error("Neither Docker's daemon nor buildah is here. As root: apt-get install buildah runc");
  return found;
}
