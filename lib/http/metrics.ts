import * as contacts from "@/lib/domain/contacts";
import { AppError } from "@/lib/kernel/errors";
import { connectionCounts } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { exposition, type Reading } from "@/lib/platform/metrics";
import { headersFor, refuse } from "./endpoint";
import { fromRequest } from "./request";
import { toResponse } from "./response";
import { isSameSecret } from "./same-secret";
import { openStreams } from "./stream";

const readings = (): Reading[] => [
  { name: "beside_database_connections", help: "Connections to the database, and who waits for one.", value: connectionCounts() },
  { name: "beside_open_streams", help: "Streams of open tabs.", value: openStreams() },
  {
    name: "beside_deleted_contact_age_seconds",
    help: "How long ago the oldest contact was deleted whose rows are not removed yet.",
    value: contacts.removalAgeSeconds(),
  },
];

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
    const { text, contentType } = await exposition(readings());
    return new Response(text, { headers: { ...headers, "content-type": contentType } });
  } catch (error) {
    return toResponse(refuse(error, headers));
  }
}
