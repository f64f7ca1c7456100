import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { newFolder } from "./server";

const bucket = "beside-files";

export type Store = {
  /** What an instance is started with. */
  env: Record<string, string>;
  keys: () => string[];
  empty: () => void;
  stop: () => Promise<void>;
};

/** A server with the API of S3 and one bucket; it checks the signature of every request. */
export async function startS3(): Promise<Store> {
  const directory = newFolder();
  const server = new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] });
  const { port } = await server.run();
  const folder = join(directory, bucket);
  const suffix = "._S3rver_object";
  return {
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    keys: () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length)),
    empty: () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    },
    stop: () => server.close(),
  };
}
