import type { ErrorCode } from "@/lib/kernel/errors";
import type { Translator } from "@/lib/messages";

/** Errors that the log may have: the others come before the key is known, so that they belong to no workspace. */
export type FixedCode = Exclude<ErrorCode, "missing_key" | "invalid_key" | "signed_out">;

/** What to do about an error; undefined for one that another version made. */
export const fixOf = (t: Translator<"settings.requests">, code: string): string | undefined =>
  t.has(`fixes.${code as FixedCode}`) ? t(`fixes.${code as FixedCode}`) : undefined;
