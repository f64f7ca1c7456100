import { clip } from "@/lib/kernel/text";
import { isBlank } from "@/lib/kernel/visible";

const reasonLimit = 500;

/** Where servers say why they refuse, the best first: ours, those of problem+json (RFC 9457) and of common frameworks. */
const reasonPaths = [
  "message",
  "error.message",
  "detail",
  "detail.0.msg",
  "error.detail",
  "error.title",
  // OAuth (RFC 6749) has a code in "error".
  "error_description",
  "error",
  "errors.0.message",
  "errors.0.detail",
  "errors.0",
  "title",
];

/** The reason in the body of a refusal, as plain text; null without one. */
export function said(answer: object): string | null {
  for (const path of reasonPaths) {
    const value = path.split(".").reduce<unknown>(valueAt, answer);
    const text = typeof value === "string" ? cleanText(value, reasonLimit) : null;
    if (text !== null) return text;
  }
  return null;
}

const valueAt = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;

// Line breaks and tabs stay; other control characters and marks of text direction would only mislead.
const invisible = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** A receiver's text, cleaned for display; null when nothing visible is left. */
export function cleanText(text: string, max: number): string | null {
  const clean = clip(text.toWellFormed().replace(/\r\n?/g, "\n").replace(invisible, "").trim(), max);
  return isBlank(clean) ? null : clean;
}
