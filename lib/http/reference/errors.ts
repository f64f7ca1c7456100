import { codesOf, reasons } from "@/lib/http/openapi/errors";
import type { Contract } from "@/lib/kernel/contract";
import { type ErrorCode, statusOf } from "@/lib/kernel/errors";
import type { Operation } from "./operations";

/** What to do about each code; for the others the message of the answer is enough. */
const fixes: Partial<Record<ErrorCode, string>> = {
  invalid_request: "The message names the field and says what to send instead. Send the call again corrected; the same one fails again.",
  invalid_user_id:
    "Send your own id of the person as a string of 1 to 255 characters, without control characters or white space at its ends, and not “.” or “..”. In a path, percent-encode it: `org/42` is `org%2F42`.",
  missing_key: "Send the header `Authorization: Bearer <key>`. Check that the variable with the key is set where your server runs.",
  invalid_key: "Copy a live key from Settings → Developers → API keys, or make a new one: a key is shown once.",
  plan_required:
    "The owner chooses the plan Pro or above in Settings → Workspace → Plan; where there is no such page, whoever runs Beside sets it. The key stays the same.",
  forbidden: "Use a key, or an account, that may do this.",
  customer_not_found:
    "Create the contact with PUT /contacts/{userId} first. For an event by phone alone, send a `userId` as well: then it is kept for when they chat.",
  not_found: "Compare the address with this reference, and the id with the one that you were given.",
  method_not_allowed: "The header `Allow` of the answer lists the methods of this address.",
  conflict: "Do not repeat the call: read what is there now.",
  idempotency_conflict:
    "Use one Idempotency-Key for one call, such as the id of the charge and what happened to it. A different event, or another call, needs a different key. With `Retry-After` the first call is still being worked on: send the same one again after as many seconds.",
  payload_too_large: "Send less: an event has at most 20 short properties, a contact at most 100 short attributes.",
  request_timeout: "Send the body at once, and again over a faster line.",
  rate_limited:
    "Wait as many seconds as `Retry-After` says, and spread calls over the minute. Waiting calls should not all return at once.",
  internal_error: "Try again with a pause that grows. If it stays, report the `X-Request-Id` of the answer.",
  unavailable:
    "Wait as long as `Retry-After` says and send it again. With an Idempotency-Key a call is done once, however often it is sent.",
};

/** Every error code that a caller may get, each under its own anchor: cause, fix, example. */
export function errorsMarkdown(contracts: readonly Contract[], operations: readonly Operation[]): string {
  // A body that comes too slowly is no status of an endpoint, but a caller may meet it.
  const codes: ErrorCode[] = [...codesOf(contracts), "request_timeout"];
  const rows = codes.map((code) => `| [${code}](#${code}) | ${statusOf[code]} | ${reasons[code].when} |`);
  return [
    'Every error has the body `{ "error": { "code", "message" } }`. Decide by the `code`, which stays; show the `message` to whoever can fix it.',
    ["| code | status | cause |", "|---|---|---|", ...rows].join("\n"),
    ...codes.map((code) => errorMarkdown(code, operations)),
  ].join("\n\n");
}

function errorMarkdown(code: ErrorCode, operations: readonly Operation[]): string {
  const { when, message } = reasons[code];
  const special = operations.flatMap(({ id, tag, method, path, refusals }) =>
    refusals
      .filter((refusal) => refusal.code === code && refusal.when !== when)
      .map((refusal) => `- [${method} ${path}](/docs/${slugOf(tag)}#${id}): ${refusal.when}`),
  );
  return [
    `## ${code}`,
    `**Status ${statusOf[code]}.** ${when}`,
    ...(special.length > 0 ? [special.join("\n")] : []),
    `**What to do:** ${fixes[code] ?? "The message says what to send instead."}`,
    `\`\`\`json\n${JSON.stringify({ error: { code, message } }, null, 2)}\n\`\`\``,
  ].join("\n\n");
}

/** The address of the page of a tag. */
export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(" ", "-");
