import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { test } from "@playwright/test";
import { fromNode, fromRequest } from "@/lib/http/request";
import { expect } from "../../support/expect";

/** A request with a body of this many chunks of 1 KiB, as a route of Next gets it. `sent` is how many were read. */
function sending(chunks: number) {
  let sent = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (sent === chunks) return controller.close();
    sent += 1;
    controller.enqueue(new Uint8Array(1_024));
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const init = { method: "POST", body, duplex: "half" };
  return { request: fromRequest(new Request("http://beside/", init)), sent: () => sent };
}

test("reads a body of at most the given size", async () => {
  expect(await sending(4).request.read(4_096, 5_000)).toEqual(Buffer.alloc(4_096));
});

test("reads no body as an empty one", async () => {
  expect(await fromRequest(new Request("http://beside/", { method: "POST" })).read(4_096, 5_000)).toEqual(Buffer.alloc(0));
});

test("reads a body that is too large to its end, so that its sender receives the response", async () => {
  const { request, sent } = sending(100);
  expect(await request.read(4_096, 5_000)).toBe("too_large");
  await expect.poll(sent).toBe(100);
});

test("a caller who disconnected before the body was read is not waited for", async () => {
  const message = new IncomingMessage(new Socket());
  message.destroy();
  await expect(fromNode(message).read(4_096, 60_000)).rejects.toThrow("The body was cut off. Send it again.");
});
