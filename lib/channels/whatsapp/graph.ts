import { z } from "zod";
import { storable, storableInt } from "@/lib/kernel/storable";
import { env } from "@/lib/platform/env";
import * as outbound from "@/lib/platform/outbound";

/** The version of Meta's Graph API that every call is made with. */
const graphVersion = "v25.0";

/** What a call needs: the token is sent in a header only, and never appears in an address, an error or a log. */
export type Credentials = { phoneNumberId: string; accessToken: string };

const Code = z.int().transform(storableInt);

const GraphError = z.object({
  error: z.object({
    code: Code,
    error_subcode: Code.optional(),
    message: z.string().optional(),
    error_data: z.object({ details: z.string().optional() }).optional(),
  }),
});

export type GraphResult =
  | { kind: "ok"; data: unknown }
  /** Meta refused the call, with a code of its own. `details` has no secret in it. */
  | { kind: "refused"; status: number; code: number; subcode: number | null; details: string }
  /** `isSent` is false when the call certainly did not reach Meta. */
  | { kind: "failed"; isSent: boolean; reason: string };

type Call = {
  method?: "GET" | "POST" | undefined;
  /** Behind the version, such as `106540352242922/messages`. */
  path: string;
  query?: Record<string, string> | undefined;
  /** JSON, or bytes with their content type. */
  body?: object | undefined;
  bytes?: { type: string; data: Buffer } | undefined;
  timeoutMs?: number | undefined;
};

const maxReplyBytes = 4 * 1024 * 1024;
const messageTimeoutMs = 10_000;

function addressOf(path: string, query: Record<string, string> = {}): string {
  const url = new URL(`${env().WHATSAPP_GRAPH_URL}/${graphVersion}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** One call to Meta. A failure is a result, never an exception; nothing is sent twice. */
export async function call({ accessToken }: Pick<Credentials, "accessToken">, sent: Call): Promise<GraphResult> {
  const { method = "POST", path, query, body, bytes, timeoutMs = messageTimeoutMs } = sent;
  const type = bytes?.type ?? "application/json";
  const outcome = await outbound.call(addressOf(path, query), {
    method,
    headers: { Authorization: `Bearer ${accessToken}`, ...(method === "POST" && { "Content-Type": type }) },
    body: bytes?.data ?? Buffer.from(body ? JSON.stringify(body) : ""),
    allowOrigins: env().ACTIONS_ALLOW_ORIGINS,
    timeoutMs,
    maxReplyBytes,
  });
  if (outcome.kind === "failed") return { kind: "failed", isSent: outcome.isSent, reason: outcome.problem };
  return resultOf(outcome, accessToken);
}

function resultOf({ status, body }: { status: number; body: Buffer }, accessToken: string): GraphResult {
  const data = json(body);
  if (status >= 200 && status < 300)
    return data === undefined ? { kind: "failed", isSent: true, reason: "Meta's answer could not be read." } : { kind: "ok", data };
  const parsed = GraphError.safeParse(data);
  if (!parsed.success) return { kind: "failed", isSent: status >= 500 || status === 408, reason: `Meta answered with status ${status}.` };
  const { code, error_subcode = null, message = "", error_data } = parsed.data.error;
  // Some messages of Meta's quote the token.
  const details = (error_data?.details || message).replaceAll(accessToken, "…");
  return { kind: "refused", status, code, subcode: error_subcode, details };
}

function json(body: Buffer): unknown {
  try {
    return storable(JSON.parse(body.toString("utf8")));
  } catch {
    return undefined;
  }
}
