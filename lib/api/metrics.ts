import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { exposition } from "@/lib/metrics";
import { headersFor, refuse } from "./endpoint";
import { fromRequest } from "./incoming";
import { toResponse } from "./reply";
import { isSameSecret } from "./same-secret";

/** What this process counted, as Prometheus reads it; for whoever has the token. Without one there is nothing at this address. */
export async function metrics(request: Request): Promise<Response> {
  const incoming = fromRequest(request);
  const headers = headersFor(incoming);
  try {
    const token = env().METRICS_TOKEN;
    if (!token) throw new AppError("not_found", "There is nothing at this address.");
    const [, sent = ""] = /^bearer +(\S+)$/i.exec(incoming.header("authorization") ?? "") ?? [];
    if (!isSameSecret(sent, token)) {
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
