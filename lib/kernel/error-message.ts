import type { z } from "zod";
import { clip, longestName } from "./text";

/** "properties.amount must be a string…; you sent an array.": the first issue, with the field's name in front. */
export function sentence(error: z.ZodError): string {
  const issue = deepest(error.issues);
  if (!issue) return "The request has the wrong shape.";
  // A name that is wrong is told of the map that it stands in.
  const path = issue.code === "invalid_key" ? issue.path.slice(0, -1) : issue.path;
  const place = path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    const name = clip(String(part), longestName);
    return text ? `${text}.${name}` : name;
  }, "");
  const message = issue.message.trim();
  if (/^[A-Z]/.test(message) && place === "") return message;
  // zod's own wording ("Invalid input: expected …") has no field in front: it follows it.
  return `${place || "The body"} ${/^[A-Z]/.test(message) ? `is not right: ${message}` : message}`;
}

type Issue = z.core.$ZodIssue;

function deepest(issues: readonly Issue[]): Issue | undefined {
  return issues[0];
}

/** The way to the first issue: `userId` is not the `properties.userId` that a caller named so. */
export const fieldOf = (error: z.ZodError): string => deepest(error.issues)?.path.map(String).join(".") ?? "";
