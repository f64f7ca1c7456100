import { STATUS_CODES } from "node:http";
import type { Contract } from "@/lib/kernel/contract";
import { english } from "@/lib/kernel/english";
import { type ErrorCode, statusOf } from "@/lib/kernel/errors";
import type { JsonSchema } from "./schemas";

/** When each code is returned, with an example of its message. A contract may be more specific (`refusals`). */
export const reasons: Record<ErrorCode, { when: string; message: string }> = {
  invalid_request: {
    when: "Something is missing or has the wrong shape.",
    message: "The body must be one JSON object; you sent an array.",
  },
  invalid_user_id: {
    when: "The userId is not valid.",
    message: "userId must not hold control characters, or begin or end with white space.",
  },
  invalid_cursor: {
    when: "The cursor is not one of this list, or belongs to another filter.",
    message: "cursor must be the nextCursor of the page before, with the same filter. Leave it out to begin with the first page.",
  },
  missing_key: {
    when: "No API key was sent.",
    message:
      "You sent no header “Authorization”. Send your API key in the header “Authorization: Bearer <key>”. Keys are made in Settings, Developers.",
  },
  invalid_key: {
    when: "The API key was mistyped, rotated or revoked.",
    message: "This API key is not valid: it was mistyped, rotated or revoked. Copy a live one from Settings, Developers.",
  },
  signed_out: { when: "Nobody is signed in.", message: english.signedOut },
  plan_required: {
    when: "The workspace's plan is below Pro.",
    message:
      "The context API needs the Pro plan or above. The owner chooses it in Settings → Workspace → Plan, or whoever runs Beside sets it.",
  },
  forbidden: { when: "The caller's role does not allow this.", message: english.forbidden },
  customer_not_found: { when: "No contact has this userId.", message: "No contact has this userId. Create it with PUT first." },
  not_found: {
    when: "There is no such thing in this workspace.",
    message: "There is nothing at this address. The API is described at /api/v1/openapi.json.",
  },
  method_not_allowed: {
    when: "The address does not take this method.",
    message: "This address does not take PATCH; it takes POST. An event does not change. Record another one with POST /events.",
  },
  request_timeout: { when: "The body arrives too slowly.", message: "The body arrives too slowly. Send it again over a faster line." },
  conflict: { when: "What was asked does not fit what is there now.", message: "These userIds are of one contact already." },
  idempotency_conflict: {
    when: "The Idempotency-Key was used with another body, its first call is not finished yet, or the answer was removed when somebody was deleted.",
    message: "This Idempotency-Key was used with another body. Send a new key with a new event.",
  },
  payload_too_large: {
    when: "The body is over 64 KiB, or over the limit of a batch or a file.",
    message: "The body must have at most 64 KiB (65,536 bytes).",
  },
  batch_refused: {
    when: "With atomic=true at least one item was refused, so nothing was written.",
    message: "Nothing was written, because 1 of 2 items was refused. Correct those in results and send all of them again.",
  },
  rate_limited: {
    when: "More requests came than are allowed in a minute. Wait as long as Retry-After says.",
    message: "More than 300 requests in a minute. Wait 12 seconds and send it again.",
  },
  internal_error: {
    when: "Something went wrong on our side.",
    message: "Something went wrong on our side. Try again; if it stays, tell us the X-Request-Id of this answer.",
  },
  unavailable: {
    when: "The database is away or overloaded. Send it again after as long as Retry-After says.",
    message: "The database cannot be reached right now. Try again shortly.",
  },
};

/** Errors that every endpoint with a key may return. */
const always: ErrorCode[] = [
  "invalid_request",
  "missing_key",
  "invalid_key",
  "plan_required",
  "payload_too_large",
  "rate_limited",
  "internal_error",
  "unavailable",
];
/** Codes of addresses and methods that the document does not describe. */
const elsewhere: ErrorCode[] = ["not_found", "method_not_allowed"];

const all = Object.keys(statusOf) as ErrorCode[];

/** All codes that a caller may get, in the order of their statuses. */
export const codesOf = (contracts: readonly Contract[]): ErrorCode[] =>
  all.filter((code) =>
    [
      always,
      elsewhere,
      ...contracts.map(({ errors = [], others = [] }) => [...errors, ...others.flatMap((other) => other.code ?? [])]),
    ].some((codes) => codes.includes(code)),
  );

type ErrorResponse = { name: string; status: number; response: JsonSchema };

/** The error responses of an endpoint, one per status. Responses with the same codes have the same name. */
export function errorResponsesOf(contract: Contract, headersOf: (status: number) => JsonSchema): ErrorResponse[] {
  const stored: ErrorCode[] = contract.answerIsAbout ? ["idempotency_conflict"] : [];
  const codes = all.filter((code) => [...always, ...stored, ...(contract.errors ?? [])].includes(code));
  return [...new Set(codes.map((code) => statusOf[code]))].map((status) => {
    const same = codes.filter((code) => statusOf[code] === status);
    return {
      name: same.map(pascal).join("Or"),
      status,
      response: responseOf(contract, { status, codes: same, headers: headersOf(status) }),
    };
  });
}

type Same = { status: number; codes: ErrorCode[]; headers: JsonSchema };

function responseOf({ refusals = {} }: Contract, { status, codes, headers }: Same): JsonSchema {
  const listed = codes.map((code) => ({ code, ...(refusals[code] ?? reasons[code]) }));
  const examples = listed.map(({ code, when, message }) => [code, { summary: when, value: { error: { code, message } } }]);
  return {
    description: `${STATUS_CODES[status]}. ${listed.map(({ code, when }) => `\`${code}\`: ${when}`).join(" ")}`,
    headers,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" }, examples: Object.fromEntries(examples) } },
  };
}

/** `missing_key`, `Idempotency-Key` and `userId` as the name of a component. */
export const pascal = (text: string): string => text.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
