import type { Contract, ReplyOf, SentOf } from "@/lib/kernel/contract";
import { AppError, type ErrorCode, statusOf } from "@/lib/kernel/errors";
import { browserTranslations } from "./browser-translations";

const readWithinMs = 15_000;
// A check of the customer's server may wait twice for that server's timeout.
const writeWithinMs = 40_000;

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

const isCode = (code: unknown): code is ErrorCode => typeof code === "string" && code in statusOf;

function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/**
 * Calls an endpoint by its contract, from the browser.
 * @throws AppError with the server's message, or `unavailable` without a response.
 */
export async function call<const C extends Contract>(
  contract: C,
  ...[sent]: object extends SentOf<C> ? [SentOf<C>?] : [SentOf<C>]
): Promise<ReplyOf<C>> {
  const parts = (sent ?? {}) as Parts;
  const t = browserTranslations("client");
  // A change may have been made even though its response was lost.
  const noResponse = () => new AppError("unavailable", t(contract.method === "GET" ? "away" : "unanswered"));
  let response: Response;
  try {
    response = await fetch(addressOf(contract.path, parts), {
      method: contract.method,
      // Without a timeout, a request that hangs would block later ones while the stream still looks connected.
      signal: AbortSignal.timeout(contract.method === "GET" ? readWithinMs : writeWithinMs),
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw noResponse();
  }
  const reply: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    if (reply === undefined) throw noResponse();
    return reply as ReplyOf<C>;
  }
  const { code, message } = (reply as { error?: { code?: unknown; message?: unknown } } | undefined)?.error ?? {};
  throw new AppError(isCode(code) ? code : "internal_error", typeof message === "string" ? message : t("wentWrong"));
}
