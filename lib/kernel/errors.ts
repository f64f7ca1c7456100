import type { english } from "./english";

/** Every error code, with its status (spec §7, contract §1). Throw a code; never choose a status on the spot. */
export const statusOf = {
  invalid_request: 400,
  invalid_user_id: 400,
  invalid_cursor: 400,
  missing_key: 401,
  invalid_key: 401,
  signed_out: 401,
  plan_required: 402,
  forbidden: 403,
  customer_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  idempotency_conflict: 409,
  payload_too_large: 413,
  batch_refused: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

export type RefusalKey = keyof typeof english;
type Params = Readonly<Record<string, string | number>>;
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type ParamsOf<K extends RefusalKey> = Readonly<Record<Names<(typeof english)[K]>, string | number>>;
/** What goes behind a key: what its sentence takes, if it takes anything. */
export type Taken<K extends RefusalKey> = [Names<(typeof english)[K]>] extends [never] ? [] : [params: ParamsOf<K>];
/** The sentences that take nothing. */
export type PlainKey = { [K in RefusalKey]: [] extends Taken<K> ? K : never }[RefusalKey];

/**
 * Why something is refused, as data: the key of a sentence in the catalogue's `refusals`, which screens say in their reader's language.
 * One in small letters goes behind the name of a field.
 */
export type Refusal = { key: RefusalKey; params: Params; field?: string };

export const refusal = <K extends RefusalKey>(key: K, ...taken: Taken<K>): Refusal => ({
  key,
  params: (taken as [Params?])[0] ?? {},
});

/** An error that is shown to the caller: `message` says what to fix, `headers` are added to the response. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** The message as data, where it has a key. */
    readonly refusal?: Refusal | undefined,
  ) {
    super(message);
    this.name = "AppError";
  }
}

export const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof AppError && error.code === code;
