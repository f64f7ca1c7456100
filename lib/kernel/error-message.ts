import type { z } from "zod";
import { clip, maxNameLength } from "./text";

/** "properties.amount must be a string…; you sent an array.": the first issue, with the field's name in front. */
export function errorMessage(error: z.ZodError): string {
  const issue = firstIssue(error.issues);
  if (!issue) return "The request has the wrong shape.";
  // For an invalid name, the path is that of its map.
  const parts = issue.code === "invalid_key" ? issue.path.slice(0, -1) : issue.path;
  const path = parts.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    const name = clip(String(part), maxNameLength);
    return text ? `${text}.${name}` : name;
  }, "");
  const message = issue.message.trim();
  if (/^[A-Z]/.test(message) && path === "") return message;
  // zod's own messages ("Invalid input: expected …") begin with a capital and follow the field's name.
  return `${path || "The body"} ${/^[A-Z]/.test(message) ? `is not right: ${message}` : message}`;
}

type Issue = z.core.$ZodIssue;

function firstIssue(issues: readonly Issue[]): Issue | undefined {
  return issues[0];
}

/** The path of the first issue, in full, so that `userId` differs from `properties.userId`. */
export const issuePath = (error: z.ZodError): string => firstIssue(error.issues)?.path.map(String).join(".") ?? "";
