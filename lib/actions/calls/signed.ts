import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import * as audit from "@/lib/workspace/audit";
import * as secrets from "@/lib/workspace/secrets";
import { type HeaderList, signedHeaders } from "./headers";
import { bodyGone, noSuchCall } from "./missing";

/** Where a receiver that is being written mostly listens. */
const localOrigin = "http://127.0.0.1:4010";
const local = new Set(["127.0.0.1", "localhost", "[::1]"]);

type Admin = { id: string; name: string };
type Signed = { url: string; headers: HeaderList; body: string };

/**
 * A call to repeat to a server on the reader's machine: the same bytes, signed for this moment, so that they are valid for five minutes. An
 * admin may read the secret itself; that one of them had a signature made is in the audit log, as the reading is.
 * @throws not_found, conflict when what was sent was removed
 */
export async function signed(workspaceId: string, by: Admin, callId: string): Promise<Signed> {
  const call = await db().actionCall.findUnique({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: { label: true, url: true, deliveryId: true, requestBody: true },
  });
  if (!call) throw noSuchCall();
  const { label, url, deliveryId, requestBody: body } = call;
  if (body === null) throw bodyGone();
  const headers = signedHeaders({ secrets: await secrets.forSigning(workspaceId), deliveryId, at: currentTime(), body });
  const actor = { accountId: by.id, name: by.name };
  await db().$transaction((tx) => audit.record(tx, workspaceId, actor, { what: "call.signed", subject: label, details: { deliveryId } }));
  return { url: localUrl(url), headers: Object.entries(headers), body };
}

function localUrl(url: string): string {
  const { hostname, origin, pathname, search } = new URL(url);
  return `${local.has(hostname) ? origin : localOrigin}${pathname}${search}`;
}
