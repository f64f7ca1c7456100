import { mock } from "node:test";
import { test } from "@playwright/test";
import { z } from "zod";
import { download } from "@/lib/http/download";
import { contract } from "@/lib/kernel/contract";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";
import { gate } from "../../support/gate";

const report = contract({ method: "GET", path: "/api/report", summary: "A report", access: "public", status: 200, output: z.string() });

const respondWith = (parts: AsyncIterator<string>) =>
  download(report, async () => ({ name: "report.csv", type: "text/csv", parts }))(new Request("http://localhost/api/report"));

test("cuts off a download that fails after its first part, so that it does not look complete", async () => {
  async function* parts() {
    yield "first part";
    throw new Error("The second part is missing.");
  }
  const response = await respondWith(parts());
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("The second part is missing.");
});

test("responds with an error when a download fails before its first part", async () => {
  const failing = { next: () => Promise.reject(new Error("There is no first part.")) };
  const response = await respondWith(failing);
  expect(response.status).toBe(500);
  expect(response.headers.has("content-disposition")).toBe(false);
  expect(await response.json()).toMatchObject({ error: { code: "internal_error" } });
});

test("reads a part only when the reader asks for it, and stops reading when the reader leaves", async () => {
  let read = 0;
  let isReleased = false;
  async function* parts() {
    try {
      for (;;) {
        read += 1;
        // As long as a chunk is.
        yield `part ${read}`.padEnd(64 * 1024);
      }
    } finally {
      isReleased = true;
    }
  }
  const reader = (await respondWith(parts())).body?.getReader();
  for (const part of ["part 1", "part 2"]) expect(new TextDecoder().decode((await reader?.read())?.value).trim()).toBe(part);
  expect(read).toBe(2);
  expect(isReleased).toBe(false);
  await reader?.cancel();
  expect(isReleased).toBe(true);
});

test("logs no error when the reader leaves while a part is being read", async () => {
  const [begun, held] = [gate(), gate()];
  async function* parts() {
    yield "first part".padEnd(64 * 1024);
    begun.open();
    await held.opened;
    yield "second part";
  }
  const output = runtime.logOutput;
  if (!output) throw new Error("There is no log.");
  const written = mock.method(output, "write");
  const reader = (await respondWith(parts())).body?.getReader();
  await reader?.read();
  const second = reader?.read();
  await begun.opened;
  const left = reader?.cancel();
  held.open();
  await Promise.all([second, left]);
  written.mock.restore();
  expect(written.mock.calls.map((call) => String(call.arguments[0])).filter((line) => line.includes("cut off"))).toEqual([]);
});
