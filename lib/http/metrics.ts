import * as inbound from "@/lib/channels/inbound";
import * as outbound from "@/lib/channels/outbound/worker";
import { queue as scheduled } from "@/lib/channels/scheduled/sending";
import { queue as comeBack } from "@/lib/chats/come-back";
import * as contacts from "@/lib/context/contacts";
import * as events from "@/lib/context/events";
import * as erasure from "@/lib/data/erasure";
import * as imports from "@/lib/data/imports";
import * as push from "@/lib/desk/notifications/push";
import * as search from "@/lib/desk/search";
import { AppError } from "@/lib/kernel/errors";
import { contactMoves } from "@/lib/people/contact-moves";
import { eventMoves } from "@/lib/people/event-moves";
import { connectionCounts, placeCounts } from "@/lib/platform/db";
import * as replica from "@/lib/platform/db/replica";
import * as turns from "@/lib/platform/db/turns/readings";
import { env } from "@/lib/platform/env";
import { exposition, type Reading } from "@/lib/platform/metrics";
import * as webhooks from "@/lib/webhooks/sending";
import { isSameSecret } from "./auth/same-secret";
import { errorResponse, headersFor } from "./endpoint";
import { fromRequest } from "./request";
import { toResponse } from "./response";
import { openStreams } from "./streams/event-stream";

const queues = [
  ...inbound.queues,
  outbound.queue,
  scheduled,
  comeBack,
  push.queue,
  webhooks.queue,
  imports.queue,
  search.queue,
  contacts.queue,
  erasure.queue,
  ...events.queues,
  eventMoves,
  contactMoves,
];

const readings = async (): Promise<Reading[]> => [
  { name: "beside_database_connections", help: "Connections to the database, and who waits for one.", value: connectionCounts() },
  {
    name: "beside_database_places",
    help: "Connections in use and the most of one workspace, workspaces that wait for one, and the most statements of one that wait.",
    value: placeCounts(),
  },
  { name: "beside_open_streams", help: "Streams of open tabs.", value: openStreams() },
  {
    name: "beside_deleted_contact_age_seconds",
    help: "How long ago the oldest contact was deleted whose rows are not removed yet.",
    value: contacts.removalAgeSeconds(),
  },
  {
    name: "beside_erased_person_age_seconds",
    help: "How long ago the oldest person was erased whose rows are not removed yet.",
    value: erasure.erasureAgeSeconds(),
  },
  ...replica.readings(),
  ...(await turns.readings(queues)),
];

/** The metrics of this process for Prometheus, protected by METRICS_TOKEN. Without that variable the response is 404. */
export async function metrics(sent: Request): Promise<Response> {
  const request = fromRequest(sent);
  const headers = headersFor(request);
  try {
    const token = env().METRICS_TOKEN;
    if (!token) throw new AppError("not_found", "There is nothing at this address.");
    const [, sent = ""] = /^bearer +(\S+)$/i.exec(request.header("authorization") ?? "") ?? [];
    if (!isSameSecret(sent, token)) {
      throw new AppError("invalid_key", "Send METRICS_TOKEN in the header “Authorization: Bearer <token>”.", {
        "www-authenticate": "Bearer",
      });
    }
    const { text, contentType } = await exposition(await readings());
    return new Response(text, { headers: { ...headers, "content-type": contentType } });
  } catch (error) {
    return toResponse(errorResponse(error, headers));
  }
}
