import { mock } from "node:test";
import { test } from "@playwright/test";
import { errorResponse } from "@/lib/http/endpoint";
import { AppError } from "@/lib/kernel/errors";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";

/** The lines that are logged while `work` runs. */
function logged(work: () => void): unknown[] {
  const { logOutput } = runtime;
  if (!logOutput) throw new Error("There is no log.");
  const written = mock.method(logOutput, "write", () => true);
  try {
    work();
    return written.mock.calls.map((call) => JSON.parse(String(call.arguments[0])) as unknown);
  } finally {
    written.mock.restore();
  }
}

test("logs a bug in full, and responds with nothing but the request id to report", () => {
  const lines = logged(() => {
    const { status, text, headers } = errorResponse(new Error("no such column"), { "x-request-id": "mine-1" });
    expect({ status, id: headers["x-request-id"] }).toEqual({ status: 500, id: "mine-1" });
    expect(text).not.toContain("column");
  });
  expect(lines).toMatchObject([{ level: 50, requestId: "mine-1", msg: "a request failed" }]);
  expect(JSON.stringify(lines)).toContain("no such column");
});

test("logs nothing for an error that is meant for the caller", () => {
  const lines = logged(() => {
    expect(errorResponse(new AppError("not_found", "There is nothing here."), {})).toMatchObject({ status: 404 });
  });
  expect(lines).toEqual([]);
});
