import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { singleton } from "@/lib/platform/runtime";
import type { Store } from "./store";

declare module "@/lib/platform/runtime" {
  interface Runtime {
    s3: S3Client;
  }
}

type Bucket = { bucket: string; endpoint: string | undefined; region: string; accessKeyId: string; secretAccessKey: string };

const connectionTimeoutMs = 3_000;
const requestTimeoutMs = 30_000;
/** A slow reader of a file holds one of them: with the client's 50, fifty strangers would hold up every file. */
const maxSockets = 2_000;

/** Any store with the API of S3. Its client is loaded here, so that an instance that keeps files on disk never loads it. */
export async function s3Store({ bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey }: Bucket): Promise<Store> {
  const { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } = await import("@aws-sdk/client-s3");
  const client = singleton(
    "s3",
    () =>
      new S3Client({
        ...(endpoint ? { endpoint } : {}),
        region,
        credentials: { accessKeyId, secretAccessKey },
        // Not every store has a host name for each bucket, or knows the checksums that the client would add.
        forcePathStyle: true,
        requestChecksumCalculation: "WHEN_REQUIRED",
        responseChecksumValidation: "WHEN_REQUIRED",
        requestHandler: {
          connectionTimeout: connectionTimeoutMs,
          requestTimeout: requestTimeoutMs,
          throwOnRequestTimeout: true,
          socketTimeout: requestTimeoutMs,
          httpAgent: { maxSockets },
          httpsAgent: { maxSockets },
        },
      }),
  );
  return {
    async put(Key, bytes) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentType: "application/octet-stream" }));
    },
    async read(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        return Body instanceof Readable ? Body : undefined;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    // A bucket has no folders, and a write that was cut off leaves nothing in it. The key may not be allowed to list.
    removeFolder: async () => undefined,
  };
}
