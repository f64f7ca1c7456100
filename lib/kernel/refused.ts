import { english } from "./english";
import { AppError, type ErrorCode, type PlainKey, type Refusal, type RefusalKey, refusal, type Taken } from "./errors";

/** The sentence of a refusal as the API says it. */
export function inEnglish({ key, params, field }: Refusal): string {
  const text = english[key].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  return field === undefined ? text : `${field} ${text}`;
}

/** An error whose sentence is in the catalogue. */
export function refusalError(code: ErrorCode, why: Refusal | PlainKey, headers?: AppError["headers"]): AppError {
  const reason = typeof why === "string" ? refusal(why) : why;
  return new AppError(code, inEnglish(reason), headers, reason);
}

/** What `addIssue` takes to refuse a value. */
export const issueOf = (reason: Refusal, input: unknown) => ({
  code: "custom" as const,
  message: inEnglish(reason),
  refusal: reason,
  input,
});

/** Options of a check in a schema. zod keeps what is set on the issue while it asks for the message. */
export const refusedBy = (reasonOf: (input: unknown) => Refusal) => ({
  error(issue: { input?: unknown }): string {
    const reason = reasonOf(issue.input);
    Object.assign(issue, { refusal: reason });
    return inEnglish(reason);
  },
});

export const refused = <K extends RefusalKey>(key: K, ...taken: Taken<K>) => refusedBy(() => refusal(key, ...taken));
