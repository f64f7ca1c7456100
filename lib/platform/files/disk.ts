import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Store } from "./store";

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

/** Keeps each file in a folder, readable only by the owner of the process. */
export function diskStore(folder: string): Store {
  const pathOf = (key: string) => join(folder, ...key.split("/"));
  return {
    /** A reader, and a start after a power cut, find the complete file or none. */
    async put(key, bytes) {
      const path = pathOf(key);
      // Nobody writes a key twice at the same time.
      const draft = draftOf(path);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await writeDurably(draft, bytes);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    async read(key) {
      try {
        return (await open(pathOf(key))).createReadStream();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async remove(key) {
      for (const path of [pathOf(key), draftOf(pathOf(key))]) await rm(path, { force: true });
    },
    removeFolder: (name) => rm(pathOf(name), { recursive: true, force: true }),
  };
}

const draftOf = (path: string): string => `${path}.new`;

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The new name is durable only with its folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
