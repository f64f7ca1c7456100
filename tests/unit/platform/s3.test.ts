import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "@playwright/test";
import { s3Store } from "@/lib/platform/files/s3";
import { expect } from "../../support/expect";

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
