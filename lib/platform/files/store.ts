import type { Readable } from "node:stream";

/** Keeps the bytes of files, each under a key such as `workspace/id`. */
export type Store = {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Undefined when there is nothing under this key. */
  read: (key: string) => Promise<Readable | undefined>;
  /** Also what a process that was killed while it wrote left behind. Nothing under this key is no error. */
  remove: (key: string) => Promise<void>;
  /** What is left under a folder whose files were all removed, such as the folder itself. */
  removeFolder: (folder: string) => Promise<void>;
};
