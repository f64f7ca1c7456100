import type { z } from "zod";
import { AppError, type ErrorCode, type Refusal } from "./errors";
import { clip, maxNameLength } from "./text";

/** "properties.amount must be a string…; you sent an array.": the first issue, with the field's name in front. */
export function errorMessage(error: z.ZodError): string {
  const issue = firstIssue(error.issues);
  return issue ? messageOf(issue) : "The request has the wrong shape.";
}

/** The same of all issues; none of what fits. */
export const errorMessages = ({ error }: { error?: z.ZodError | undefined }): string[] => error?.issues.map(messageOf) ?? [];

function messageOf(issue: Issue): string {
  const path = pathOf(issue);
  const message = issue.message.trim();
  if (/^[A-Z]/.test(message) && path === "") return message;
  // A sentence of its own follows the field's name.
  return `${path || "The body"} ${/^[A-Z]/.test(message) ? `is not right: ${message}` : message}`;
}

/** The error of a call whose input is refused, with its sentence as data where the schema has it; `before` goes in front of the field. */
export function refusedInput(code: ErrorCode, error: z.ZodError, before = ""): AppError {
  const issue: (Issue & { refusal?: Refusal }) | undefined = firstIssue(error.issues);
  const refusal = issue?.refusal && { ...issue.refusal, field: before + (pathOf(issue) || "The body") };
  return new AppError(code, before + errorMessage(error), {}, refusal);
}

function pathOf(issue: Issue): string {
  // For an invalid name, the path is that of its map.
  const parts = issue.code === "invalid_key" ? issue.path.slice(0, -1) : issue.path;
  return parts.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    const name = clip(String(part), maxNameLength);
    return text ? `${text}.${name}` : name;
  }, "");
}

type Issue = z.core.$ZodIssue;

function firstIssue(issues: readonly Issue[]): Issue | undefined {
  return issues[0];
}

/** The path of the first issue, in full, so that `userId` differs from `properties.userId`. */
export const issuePath = (error: z.ZodError): string => firstIssue(error.issues)?.path.map(String).join(".") ?? "";
