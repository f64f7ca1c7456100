/** Fields that are secret, or whose values name a person, wherever they stand in what is logged. */
const hidden =
  /^(authorization|proxy-authorization|cookie|set-cookie|headers|body|.*(password|secret|token|api_?key).*|key|phone|email|name|user_?id|visitor_?id|attributes|properties|params|args)$/i;
const mask = "[redacted]";
const deepest = 6;

/** A copy for the log, without what is secret or personal. */
export function redact(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return errorLine(value);
  if (typeof value === "string") return scrub(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth === deepest) return "[deeper]";
  if (Array.isArray(value)) return value.slice(0, 20).map((one) => redact(one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hidden.test(key) ? mask : redact(inner, depth + 1)]));
}

const secrets = /\b(bsk|whsec)_[A-Za-z0-9_-]{8,}/g;
const bearer = /\b(bearer|basic) +[A-Za-z0-9._~+/=-]{8,}/gi;
const address = /[^\s"'<>()]+@[^\s"'<>()]+/g;
const digits = /(?<![\w-])\+?\d[\d ().-]{5,18}\d(?![\w-])/g;
const quoted = /(invalid input [^:]*: |value )"[^"]*"/g;
const rowOf = /\)=\([^)]*\)/g;

/** A sentence without the values in it: keys, e-mail addresses, phones, and what the database quotes of a row. */
export const scrub = (text: string): string =>
  text
    .replace(secrets, "$1_…")
    .replace(bearer, "$1 …")
    .replace(address, "…@…")
    .replace(quoted, '$1"…"')
    .replace(rowOf, ")=(…)")
    .replace(digits, (found) => (isPhone(found) ? "…" : found));

const isPhone = (text: string): boolean => {
  const count = text.replace(/\D/g, "").length;
  // Dates and addresses of machines have as many digits, but their marks at other places.
  return count >= 7 && count <= 15 && !/^(\d{4}-\d\d-\d\d.*|\d{1,3}(\.\d{1,3}){3})$/.test(text);
};

/** What an error says and where, without the objects that hang on it: those carry values of rows. */
function errorLine(error: Error): Record<string, unknown> {
  const { code } = error as Error & { code?: unknown };
  const where = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: scrub(error.message),
    ...(typeof code === "string" ? { code } : {}),
    stack: where.slice(0, 12).join("\n"),
    ...(error.cause instanceof Error ? { cause: errorLine(error.cause) } : {}),
  };
}
