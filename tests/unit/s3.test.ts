import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "@playwright/test";
import { s3Store } from "@/lib/platform/files/s3";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../support/expect";
import { startS3 } from "../support/s3";

test("reads a file while a hundred others are read slowly", async () => {
  // Each answer begins, and never ends.
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-length": "10" });
    response.write("a");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = await s3Store({ bucket: "files", endpoint, region: "us-east-1", accessKeyId: "id", secretAccessKey: "key" });
  const opened = await Promise.all(Array.from({ length: 101 }, (_, index) => store.read(`w/${index}`)));
  expect(opened.every((stream) => stream !== undefined)).toBe(true);
  for (const stream of opened) stream?.on("error", () => undefined).destroy();
  server.closeAllConnections();
  server.close();
});

test("a folder is removed with all that is in it, and nothing else", async () => {
  // A process has one store, and another test of this worker may have made one.
  Reflect.deleteProperty(runtime, "s3");
  const stub = await startS3();
  const { S3_BUCKET: bucket = "", S3_ENDPOINT: endpoint, S3_REGION: region = "" } = stub.env;
  const { S3_ACCESS_KEY_ID: accessKeyId = "", S3_SECRET_ACCESS_KEY: secretAccessKey = "" } = stub.env;
  const store = await s3Store({ bucket, endpoint, region, accessKeyId, secretAccessKey });
  for (const key of ["one/a", "one/b", "one-more/a"]) await store.put(key, new Uint8Array([1]));
  await store.removeFolder("one");
  expect(stub.keys()).toEqual(["one-more/a"]);
  await stub.stop();
  Reflect.deleteProperty(runtime, "s3");
});
