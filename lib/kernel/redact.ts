import { credentialPattern } from "./credentials";
import { isUuid } from "./ids";

/** Names of fields, at any depth of a log entry, whose values are secret or identify a person. */
const hidden =
  /^(authorization|proxy-authorization|cookie|set-cookie|headers|body|.*(password|secret|token|api_?key).*|key|phone|email|name|user_?id|visitor_?id|attributes|properties|params|args)$/i;
const mask = "[redacted]";
const maxDepth = 6;

/** A copy for the log, without secrets and personal data. */
export function redact(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return errorLine(value);
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth === maxDepth) return "[deeper]";
  if (Array.isArray(value)) return value.slice(0, 20).map((one) => redact(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hidden.test(key) ? mask : redact(inner, depth + 1)]));
}

const bearer = /\b(bearer|basic) +[A-Za-z0-9._~+/=-]{8,}/gi;
/** A JWT: looked for only from where a run of its characters begins that has a second part, because its beginning may be repeated in the first. */
const token = /(?<![\w-])(?=[\w-]+\.[\w-]{8,}\.)([\w-]*?\b)eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
/** Keys of payment providers, which begin alike. */
const foreign = /\b[a-z]{2}_(?:live|test)_\w{8,}/g;
// Only from where a run of such characters begins: a long one without an @ would be read again from each of its characters.
const address = /(?<![^\s"'<>()])[^\s"'<>()]+@[^\s"'<>()]+/g;
const digits = /(?<![\w-])\+?\d[\d ().-]{5,18}\d(?![\w-])/g;
const quoted = /(invalid input [^:]{0,200}: |value )"[^"]*"/g;
const rowOf = /\)=\([^)]*\)/g;

/** A text without secrets, e-mail addresses, phones, and values that the database quotes from a row. */
export const redactText = (text: string): string =>
  text
    .replace(credentialPattern, "$1…")
    .replace(token, "$1…")
    .replace(foreign, "…")
    .replace(bearer, "$1 …")
    .replace(address, "…@…")
    .replace(quoted, '$1"…"')
    .replace(rowOf, ")=(…)")
    .replace(digits, (found) => (isPhone(found) ? "…" : found));

/** An id that a caller may have made: any text. */
export const redactId = (id: string): string => (isUuid(id) ? id : redactText(id));

const isPhone = (text: string): boolean => {
  const count = text.replace(/\D/g, "").length;
  // Dates and IP addresses have as many digits, but other separators.
  return count >= 7 && count <= 15 && !/^(\d{4}-\d\d-\d\d.*|\d{1,3}(\.\d{1,3}){3})$/.test(text);
};

/** The message, code and stack of an error, without other properties, which may contain values of rows. */
function errorLine(error: Error): Record<string, unknown> {
  const { code } = error as Error & { code?: unknown };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: redactText(error.message),
    ...(typeof code === "string" ? { code } : {}),
    stack: frames.slice(0, 12).join("\n"),
    ...(error.cause instanceof Error ? { cause: errorLine(error.cause) } : {}),
  };
}

/** An address of a customer's server for the audit log: its query string may hold a password, and the log is readable for ever. */
export function withoutQuery(url: string | null): string | null {
  if (!url?.includes("?")) return url;
  return `${url.slice(0, url.indexOf("?"))}?…`;
}
