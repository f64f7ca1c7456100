import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/env";
import { exposition } from "@/lib/platform/metrics";
import { headersFor, refuse } from "./endpoint";
import { fromRequest } from "./request";
import { toResponse } from "./response";

// Of one length whatever was sent, so that comparing them tells nothing.
const digestOf = (text: string) => createHash("sha256").update(text).digest();

/** What this process counted, as Prometheus reads it; for whoever has the token. Without one there is nothing at this address. */
export async function metrics(request: Request): Promise<Response> {
  const incoming = fromRequest(request);
  const headers = headersFor(incoming);
  try {
    const token = env().METRICS_TOKEN;
    if (!token) throw new AppError("not_found", "There is nothing at this address.");
    const [, sent = ""] = /^bearer +(\S+)$/i.exec(incoming.header("authorization") ?? "") ?? [];
    if (!timingSafeEqual(digestOf(sent), digestOf(token))) {
      throw new AppError("invalid_key", "Send METRICS_TOKEN in the header “Authorization: Bearer <token>”.", {
        "www-authenticate": "Bearer",
      });
    }
    const { text, contentType } = await exposition();
    return new Response(text, { headers: { ...headers, "content-type": contentType } });
  } catch (error) {
    return toResponse(refuse(error, headers));
  }
}
