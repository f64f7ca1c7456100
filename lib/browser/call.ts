import { type AddressParts, addressOf } from "@/lib/kernel/address";
import type { Contract, EndpointOf, ReplyOf, SentOf } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { browserTranslations } from "./browser-translations";
import { refusalText } from "./field-problem";

const readWithinMs = 15_000;
const writeWithinMs = 20_000;
// A check of the customer's server may wait twice for that server's timeout.
const othersWithinMs = 40_000;

/** The calls with a session, and of frames. Others count attempts, and say so at once. */
const isOfMembers = ({ path }: { path: string }) => /^\/api\/(w|embed)\//.test(path);
const maxAttempts = 3;

type Endpoint = Pick<Contract, "method" | "path"> & { waitsForOthers?: true | undefined };

function usualMs({ method, waitsForOthers }: Endpoint): number {
  if (waitsForOthers) return othersWithinMs;
  return method === "GET" ? readWithinMs : writeWithinMs;
}

type Parts = AddressParts & { body?: unknown };

type SentBy<C extends Contract> = object extends SentOf<C> ? [SentOf<C>?] : [SentOf<C>];

/**
 * Calls an endpoint, from the browser. The reply is not validated, because the server made it by the contract.
 * @throws AppError with the server's message, or `unavailable` without a response.
 */
export const call = async <C extends Contract>(endpoint: EndpointOf<C>, ...[sent]: SentBy<C>): Promise<ReplyOf<C>> =>
  (await request(endpoint, (sent ?? {}) as Parts, {})) as ReplyOf<C>;

/** As `call`, with a token instead of the session's cookie: for a frame on another site. */
export const callWithToken = async <C extends Contract>(token: string, endpoint: EndpointOf<C>, sent: SentOf<C>): Promise<ReplyOf<C>> =>
  (await request(endpoint, sent as Parts, { authorization: `Bearer ${token}` })) as ReplyOf<C>;

/** As `call`, for a request that is given up earlier: it is safe to repeat. */
export const callWithin = async <C extends Contract>(withinMs: number, endpoint: EndpointOf<C>, sent: SentOf<C>): Promise<ReplyOf<C>> =>
  (await request(endpoint, sent as Parts, {}, withinMs)) as ReplyOf<C>;

async function request(endpoint: Endpoint, parts: Parts, headers: Record<string, string>, withinMs?: number): Promise<unknown> {
  const t = browserTranslations("client");
  // A change may have been made even though its response was lost.
  const noResponse = (cause?: unknown) =>
    Object.assign(new AppError("unavailable", t(endpoint.method === "GET" ? "away" : "unanswered")), { cause });
  const content = parts.body === undefined ? {} : { "content-type": "application/json" };
  let response: Response;
  for (let attempt = 1; ; attempt += 1) {
    try {
      response = await fetch(addressOf(endpoint.path, parts), {
        method: endpoint.method,
        // Without a timeout, a request that hangs would block later ones while the stream still looks connected.
        signal: AbortSignal.timeout(withinMs ?? usualMs(endpoint)),
        headers: { ...headers, ...content },
        ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      });
    } catch (error) {
      throw noResponse(error);
    }
    if (
      response.status !== 429 ||
      attempt === maxAttempts ||
      !isOfMembers(endpoint) ||
      endpoint.waitsForOthers ||
      response.headers.has("x-limit")
    )
      break;
    // Nothing was done: a screen that asks too often waits, and goes on. How long somebody else’s server is left alone, the refusal says.
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get("retry-after")) * 1_000));
  }
  const reply: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    if (reply === undefined) throw noResponse();
    return reply;
  }
  // A proxy whose server is away answers in its own way.
  if (reply === undefined && response.status > 501) throw noResponse();
  throw refusalOf(reply);
}

/** The error that a response describes. */
export function refusalOf(reply: unknown): AppError {
  const t = browserTranslations("client");
  const { code, message, refusal } = (reply as { error?: Partial<AppError> } | undefined)?.error ?? {};
  const text = refusal && refusalText(browserTranslations("refusals"), refusal);
  return new AppError(typeof code === "string" ? code : "internal_error", text ?? (typeof message === "string" ? message : t("wentWrong")));
}
