import { test } from "@playwright/test";
import { attemptOf, callbackOf } from "@/lib/channels/whatsapp/callback";
import { reasonOf, resultBefore, resultOf } from "@/lib/channels/whatsapp/errors";
import { fileProblem } from "@/lib/channels/whatsapp/shared/files";
import { contentLine, quoteOf } from "@/lib/chats/shared/content";
import { statusOf } from "@/lib/chats/shared/delivery";
import { expect } from "../../support/expect";

const refused = (code: number, status = 400, details = "") => ({ kind: "refused" as const, status, code, subcode: null, details });

test("only refusals that say that nothing was sent are tried again", () => {
  const next = (code: number, status?: number) => resultOf(refused(code, status)).kind;
  for (const code of [130_429, 131_056, 80_007, 4, 131_016, 133_004, 2]) expect(next(code), String(code)).toBe("retry");
  for (const code of [190, 0, 10, 200, 131_005]) expect(next(code), String(code)).toBe("paused");
  for (const code of [131_047, 131_026, 131_048, 131_049, 131_053, 132_000, 100, 999]) expect(next(code), String(code)).toBe("failed");
  expect(next(999, 500)).toBe("unknown");
  expect(next(1, 500)).toBe("unknown");
  expect(next(999, 429)).toBe("retry");
});

test("the whole workspace is slowed down only by a limit of its number", () => {
  expect(resultOf(refused(130_429))).toMatchObject({ scope: "workspace" });
  expect(resultOf(refused(131_056))).toMatchObject({ scope: "message" });
});

test("a lost connection leaves open whether a message was sent, but not whether its file was", () => {
  const lost = { kind: "failed" as const, isSent: true, reason: "The connection was closed." };
  expect(resultOf(lost)).toEqual({ kind: "unknown", reason: lost.reason });
  expect(resultBefore(lost)).toMatchObject({ kind: "retry" });
  expect(resultOf({ ...lost, isSent: false })).toMatchObject({ kind: "retry" });
});

test("an unknown code is shown with what Meta says of it", () => {
  expect(reasonOf(777, "  Something\nnew ")).toBe("WhatsApp refused this (code 777): Something new");
  expect(reasonOf(777)).toBe("WhatsApp refused this with code 777.");
  expect(reasonOf(777, "x".repeat(5_000)).length).toBeLessThan(400);
});

test("a status is matched only to an attempt of ours", () => {
  const attempt = { id: "0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10", attempts: 101 };
  expect(attemptOf(callbackOf(attempt))).toEqual(attempt);
  for (const text of [undefined, "", "x", `${attempt.id}`, `${attempt.id}:`, `${attempt.id}:-1`, `x${attempt.id}:1`, "order-1042:1"]) {
    expect(attemptOf(text), text).toBeUndefined();
  }
});

test("the advice follows from the state and the code", () => {
  const advice = (state: "failed" | "unknown" | "sent", errorCode: number | null) =>
    statusOf({ channel: "whatsapp", state, errorCode, reason: null }).advice;
  expect(advice("failed", 131_047)).toBe("send_template");
  expect(advice("failed", 131_026)).toBe("send_again");
  expect(advice("failed", null)).toBe("send_again");
  expect(advice("failed", 131_049)).toBeNull();
  expect(advice("unknown", null)).toBe("send_again");
  expect(advice("sent", null)).toBeNull();
});

const file = { id: "0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10", name: "invoice.pdf", type: "application/pdf", bytes: 1_000 };

test("a message without a text says what it holds", () => {
  expect(contentLine("", { attachments: [file] })).toBe("Document invoice.pdf");
  expect(contentLine(" ", { attachments: [{ ...file, type: "image/png" }, file] })).toBe("Photo and 1 more");
  expect(contentLine("Look", { attachments: [file] })).toBe("Look");
  expect(contentLine("", { location: { latitude: 1, longitude: 2 } })).toBe("Location");
  expect(contentLine("", { contacts: [{ name: "Ada", phones: [] }] })).toBe("Contact Ada");
  expect(contentLine("gone", { isDeleted: true })).toBe("Deleted message");
  expect(contentLine("", { unsupported: "poll" })).toBe("Unsupported message");
  expect(quoteOf("a\n  b", undefined)).toBe("a b");
});

test("files are refused by the limits that Meta documents", () => {
  const image = { ...file, type: "image/png", bytes: 5 * 1024 * 1024 };
  expect(fileProblem([], "")).toBeUndefined();
  expect(fileProblem([file], "x".repeat(1_024))).toBeUndefined();
  expect(fileProblem([image], "👍".repeat(1_024))).toBeUndefined();
  expect(fileProblem([{ ...image, bytes: image.bytes + 1 }], "")).toContain("5 MB");
  expect(fileProblem([{ ...file, type: "image/gif" }], "")).toContain("JPEG and PNG");
  expect(fileProblem([file, file], "")).toContain("one file");
  expect(fileProblem([file], "x".repeat(1_025))).toContain("1025");
});
