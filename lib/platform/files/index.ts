import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { AppError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { diskStore } from "./disk";
import { s3Store } from "./s3";
import type { Store } from "./store";

// The bytes of files: in the bucket of the environment, otherwise in the data folder. Instances that share a database share the
// bucket, or the folder.

async function store(): Promise<Store> {
  const { DATA_DIR, S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region, ...rest } = env();
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = rest;
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return diskStore(resolve(DATA_DIR, "files"));
  return s3Store({ bucket, endpoint, region, accessKeyId, secretAccessKey });
}

/** Once it returns, the file is durable. @throws unavailable */
export const put = (key: string, bytes: Uint8Array): Promise<void> => attempt("written", async () => (await store()).put(key, bytes));

/** The bytes under a key; undefined when there are none. @throws unavailable */
export const read = (key: string): Promise<Readable | undefined> => attempt("read", async () => (await store()).read(key));

/** @throws unavailable */
export const remove = (key: string): Promise<void> => attempt("removed", async () => (await store()).remove(key));

/** Everything under a folder. @throws unavailable */
export const removeFolder = (folder: string): Promise<void> => attempt("removed", async () => (await store()).removeFolder(folder));

/** The store may be full, away or wrongly set up: the log says which. */
async function attempt<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.error({ error, kind: what }, "the store of files failed");
    throw new AppError("unavailable", "Files cannot be kept or shown right now. Try again shortly.", { "retry-after": "5" });
  }
}
