import { mock } from "node:test";
import { test } from "@playwright/test";
import { errorResponse } from "@/lib/http/endpoint";
import { AppError } from "@/lib/kernel/errors";
import { isUnavailable } from "@/lib/platform/db/errors";
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

const failed = (code: string) => Object.assign(new Error("of the database"), { code, severity: "ERROR" });

test("what takes the database too long is no outage, and each of them says what it is, and when to come again", () => {
  const [slow, away] = [failed("57014"), failed("57P01")];
  expect([slow, away].map(isUnavailable)).toEqual([false, true]);
  const said = [slow, away, failed("55P03")].map((error) => {
    const { status, headers, text } = errorResponse(error, {});
    return { status, after: headers["retry-after"], message: (JSON.parse(text) as { error: { message: string } }).error.message };
  });
  expect(said).toEqual([
    { status: 503, after: "10", message: expect.stringContaining("takes the database too long") },
    { status: 503, after: "2", message: expect.stringContaining("cannot be reached") },
    { status: 503, after: "2", message: expect.stringContaining("Another change of the same person") },
  ]);
});
