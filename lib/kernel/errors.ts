/** Every error code, with its status (spec §7, contract §1). Throw a code; never choose a status on the spot. */
export const statusOf = {
  invalid_request: 400,
  invalid_user_id: 400,
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
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** An error that is shown to the caller: `message` says what to fix, `headers` are added to the response. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "AppError";
  }
}
