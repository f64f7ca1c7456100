/**
 * A webhook is a message to a company's server that something happened. An endpoint is an address that gets them, an event what happened, a
 * delivery one event for one endpoint, an attempt one request of it. Calls of buttons are in `actions`.
 */

import { dayMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { withoutQuery } from "@/lib/kernel/redact";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { lockRow } from "@/lib/platform/db/lock-row";
import { rows, run } from "@/lib/platform/db/rows";
import { checkBeforeSaving } from "@/lib/platform/outbound/customer-address";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { diff } from "@/lib/workspace/audit/diff";
import { lockInstallationKey } from "@/lib/workspace/secrets";
import { disabledReasons, type EndpointChange, type NewEndpoint, type WebhookEndpoint } from "./contract";
import { newSecret } from "./secret";
import { wake } from "./sending";
import { maxEndpoints } from "./shared/types";
import { nextAttemptStatement, pingStatement } from "./sql";

export { list as events } from "./events";

const overlapMs = dayMs;

const columns = {
  id: true,
  url: true,
  types: true,
  content: true,
  description: true,
  createdAt: true,
  disabledAt: true,
  disabledReason: true,
  failingSince: true,
  lastSuccessAt: true,
  beforeEndsAt: true,
} as const;
type Row = Prisma.WebhookEndpointGetPayload<{ select: typeof columns }>;

const viewOf = ({ beforeEndsAt, disabledReason, ...row }: Row, nextAttemptAt: Date | null = null): WebhookEndpoint => ({
  ...row,
  disabledReason: disabledReasons.find((reason) => reason === disabledReason) ?? null,
  nextAttemptAt,
  overlapEndsAt: beforeEndsAt !== null && beforeEndsAt > currentTime() ? beforeEndsAt : null,
});

const noSuchEndpoint = () => new AppError("not_found", "There is no such webhook endpoint.");
const nameOf = ({ url, description, id }: Pick<Row, "url" | "description" | "id">) => description || withoutQuery(url) || id;
const keyOf = (workspaceId: string, id: string) => ({ workspaceId_id: { workspaceId, id } });

/** The oldest first. */
export async function list(workspaceId: string): Promise<{ data: WebhookEndpoint[]; nextCursor: null }> {
  const found = await db().webhookEndpoint.findMany({
    where: { workspaceId },
    select: columns,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const next = await nextAttempts(workspaceId, found);
  return { nextCursor: null, data: found.map((row) => viewOf(row, next.get(row.id))) };
}

/** @throws not_found */
export async function get(workspaceId: string, id: string): Promise<{ endpoint: WebhookEndpoint }> {
  const found = await db().webhookEndpoint.findUnique({ where: keyOf(workspaceId, id), select: columns });
  if (!found) throw noSuchEndpoint();
  const next = await nextAttempts(workspaceId, [found]);
  return { endpoint: viewOf(found, next.get(id)) };
}

/** When those that fail are called next. */
async function nextAttempts(workspaceId: string, endpoints: readonly Row[]): Promise<Map<string, Date | null>> {
  if (endpoints.every(({ failingSince }) => failingSince === null)) return new Map();
  return new Map((await rows(db(), nextAttemptStatement)(workspaceId)).map(({ id, at }) => [id, at]));
}

/** @throws invalid_request for an address that is not public, rate_limited, conflict when there are 20 */
export async function create(workspaceId: string, by: Actor, { url: typed, types, content, description }: NewEndpoint) {
  const url = typed === null ? null : (await checkBeforeSaving(workspaceId, typed)).url;
  const id = newId();
  return db().$transaction(async (tx) => {
    // Two may add the last one at the same time; the row lock lets one succeed.
    await lockRow(tx, "workspace", workspaceId, "no key update");
    await lockInstallationKey(tx);
    if ((await tx.webhookEndpoint.count({ where: { workspaceId } })) >= maxEndpoints)
      throw new AppError("conflict", `A workspace has at most ${maxEndpoints} webhook endpoints. Delete one first.`);
    const { secret, encrypted } = newSecret(workspaceId, id);
    const data = { workspaceId, id, url, types, content, description, encrypted, createdAt: currentTime() };
    const made = await tx.webhookEndpoint.create({ data, select: columns });
    await audit.record(tx, workspaceId, by, { what: "webhook.added", subject: nameOf(made), details: detailsOf(made) });
    return { endpoint: viewOf(made), secret };
  });
}

const detailsOf = ({ url, types, content, description, disabledAt }: Row) => ({
  address: withoutQuery(url),
  types,
  content,
  description,
  isOn: disabledAt === null,
});

/** Locks an endpoint until the transaction ends. @throws not_found */
async function lock(tx: Prisma.TransactionClient, workspaceId: string, id: string): Promise<Row & { encrypted: string }> {
  await run(tx, { workspace: workspaceId })`
select id from webhook_endpoint where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid for no key update`;
  const found = await tx.webhookEndpoint.findUnique({ where: keyOf(workspaceId, id), select: { ...columns, encrypted: true } });
  if (!found) throw noSuchEndpoint();
  return found;
}

/** Its health begins anew: it works until it fails. */
const healthy = { disabledAt: null, disabledReason: null, failingSince: null, failedEvents: 0, failures: 0, pausedUntil: null };

/** Changes what is sent. @throws invalid_request, rate_limited, not_found */
export async function change(workspaceId: string, by: Actor, id: string, { enabled, ...typed }: EndpointChange) {
  const sent = typed.url ? { ...typed, url: (await checkBeforeSaving(workspaceId, typed.url)).url } : typed;
  const changed = await db().$transaction(async (tx) => {
    const before = await lock(tx, workspaceId, id);
    const isOther = sent.url !== undefined && sent.url !== before.url;
    const state = {
      ...(isOther && before.disabledAt === null ? healthy : {}),
      ...(enabled === true && before.disabledAt !== null ? healthy : {}),
      ...(enabled === false && before.disabledAt === null ? { disabledAt: currentTime(), disabledReason: "hand" } : {}),
    };
    const data = { ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)), ...state };
    const after = await tx.webhookEndpoint.update({ where: keyOf(workspaceId, id), data, select: columns });
    // Also when only its query string is another one, which the log does not show.
    const details = diff(detailsOf(before), detailsOf(after)) ?? (isOther ? { address: withoutQuery(after.url) } : undefined);
    if (details) await audit.record(tx, workspaceId, by, { what: "webhook.changed", subject: nameOf(after), details });
    return after;
  });
  wake(workspaceId);
  return changed.failingSince === null ? { endpoint: viewOf(changed) } : get(workspaceId, id);
}

/** What still waits for it is not sent. @throws not_found */
export async function remove(workspaceId: string, by: Actor, id: string): Promise<{ deleted: true; id: string }> {
  await db().$transaction(async (tx) => {
    const before = await lock(tx, workspaceId, id);
    await tx.webhookEndpoint.delete({ where: keyOf(workspaceId, id) });
    await audit.record(tx, workspaceId, by, { what: "webhook.removed", subject: nameOf(before), details: detailsOf(before) });
  });
  return { deleted: true, id };
}

/** The secret before stays for 24 hours; one before that ends now. @throws not_found */
export async function rotate(workspaceId: string, by: Actor, id: string) {
  const secret = await db().$transaction(async (tx) => {
    await lockInstallationKey(tx);
    const before = await lock(tx, workspaceId, id);
    const { secret, encrypted } = newSecret(workspaceId, id);
    const data = { encrypted, encryptedBefore: before.encrypted, beforeEndsAt: new Date(currentTime().getTime() + overlapMs) };
    const after = await tx.webhookEndpoint.update({ where: keyOf(workspaceId, id), data, select: columns });
    await audit.record(tx, workspaceId, by, { what: "webhook.rotated", subject: nameOf(after) });
    return secret;
  });
  return { ...(await get(workspaceId, id)), secret };
}

/** Sends a ping. @throws not_found, conflict for one that is off or has no address */
export async function test(workspaceId: string, id: string): Promise<{ eventId: string }> {
  const [made] = await rows(db(), pingStatement)(workspaceId, id, newId());
  if (!made) {
    const { endpoint } = await get(workspaceId, id);
    throw new AppError(
      "conflict",
      endpoint.url === null ? "This endpoint has no address to send a test to." : "This endpoint is off. Switch it on, then send the test.",
    );
  }
  wake(workspaceId);
  return { eventId: made.id };
}
