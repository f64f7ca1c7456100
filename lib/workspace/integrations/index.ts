/**
 * An integration is the connection of a workspace to a channel or a helpdesk: one row with its settings and its encrypted secrets. The
 * channel itself is in `lib/channels`, the panel in helpdesks in `lib/desk/helpdesks`.
 */

import type { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { lockRow } from "@/lib/platform/db/lock-row";
import { run } from "@/lib/platform/db/rows";
import { encrypt } from "@/lib/platform/encryption";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { diff } from "@/lib/workspace/audit/diff";
import { lockInstallationKey } from "@/lib/workspace/secrets";
import { openSecrets, recordContext, type StoredSecrets, UnreadableIntegrationError } from "./encrypted";
import { type Kind, type SecretsOf, type SettingsOf, shapes } from "./shared/settings";

export { UnreadableIntegrationError } from "./encrypted";
export { reencrypt } from "./reencrypt";

export const nameOf = (kind: Kind): string => shapes[kind].name;

type Tx = Prisma.TransactionClient;
type Where = { workspaceId: string; kind: Kind };

/** An integration as it is stored, with its secrets decrypted. Never send it to a browser: `publicViewOf` has what may be shown. */
export type Integration<K extends Kind> = {
  kind: K;
  settings: SettingsOf<K>;
  secrets: SecretsOf<K>;
  pausedReason: string | null;
  firstMessageAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The schemas of a kind; TypeScript does not relate an entry of the table to its key by itself. */
const shapeOf = <K extends Kind>(kind: K) =>
  shapes[kind] as unknown as { settings: z.ZodType<SettingsOf<K>>; secrets: z.ZodType<SecretsOf<K>> };

const keyOf = ({ workspaceId, kind }: Where) => ({ workspaceId_kind: { workspaceId, kind } });

/** What the workspace is connected to; undefined without it. @throws UnreadableIntegrationError */
export async function read<K extends Kind>(workspaceId: string, kind: K, on: Tx = db()): Promise<Integration<K> | undefined> {
  const row = await on.integration.findUnique({ where: keyOf({ workspaceId, kind }) });
  if (!row) return undefined;
  const { pausedReason, firstMessageAt, createdAt, updatedAt } = row;
  const shape = shapeOf(kind);
  const secrets = shape.secrets.safeParse(openSecrets(workspaceId, kind, row.encrypted));
  if (!secrets.success) throw new UnreadableIntegrationError(kind);
  return { kind, settings: shape.settings.parse(row.settings), secrets: secrets.data, pausedReason, firstMessageAt, createdAt, updatedAt };
}

/** The same; secrets that cannot be opened are replaced by `empty`, so that the settings can be shown and mended. */
export async function readOrEmpty<K extends Kind>(workspaceId: string, kind: K, empty: SecretsOf<K>): Promise<Integration<K> | undefined> {
  try {
    return await read(workspaceId, kind);
  } catch (error) {
    if (!(error instanceof UnreadableIntegrationError)) throw error;
    const row = await db().integration.findUniqueOrThrow({ where: keyOf({ workspaceId, kind }) });
    const { pausedReason, firstMessageAt, createdAt, updatedAt } = row;
    const settings = shapeOf(kind).settings.parse(row.settings);
    return { kind, settings, secrets: empty, pausedReason, firstMessageAt, createdAt, updatedAt };
  }
}

/** The settings alone, without opening the secrets: for what is asked often. */
export async function settingsOf<K extends Kind>(workspaceId: string, kind: K, on: Tx = db()): Promise<SettingsOf<K> | undefined> {
  const row = await on.integration.findUnique({ where: keyOf({ workspaceId, kind }), select: { settings: true } });
  return row ? shapeOf(kind).settings.parse(row.settings) : undefined;
}

type Change<K extends Kind> = { settings: SettingsOf<K>; secrets?: Partial<SecretsOf<K>> | undefined };

/**
 * Connects an integration or changes it, in the given transaction or in one of its own. A secret that is empty or left out stays
 * as it is; a new one ends a pause.
 * @throws invalid_request when a secret is missing, unavailable when the installation's key was changed
 */
export function save<K extends Kind>(on: Tx, workspaceId: string, kind: K, change: Change<K>, by: Actor): Promise<void> {
  const work = (tx: Tx) => saveIn(tx, { workspaceId, kind }, change, by);
  return on === db() ? db().$transaction(work) : work(on);
}

async function saveIn<K extends Kind>(tx: Tx, { workspaceId, kind }: { workspaceId: string; kind: K }, change: Change<K>, by: Actor) {
  await lockInstallationKey(tx);
  await lockWorkspace(tx, workspaceId);
  const before = await tx.integration.findUnique({ where: keyOf({ workspaceId, kind }) });
  const settings = shapeOf(kind).settings.parse(change.settings);
  const given = Object.fromEntries(Object.entries(change.secrets ?? {}).filter(([, value]) => value));
  const encrypted = encryptSecrets({ workspaceId, kind }, before?.encrypted ?? null, given);
  const now = currentTime();
  const replacedSecrets = Object.keys(given);
  const values = { settings, encrypted, updatedAt: now, ...(replacedSecrets.length > 0 && { pausedReason: null }) };
  await tx.integration.upsert({
    where: keyOf({ workspaceId, kind }),
    create: { workspaceId, kind, createdAt: now, ...values },
    update: values,
  });
  const changed = diff((before?.settings ?? {}) as object as Record<string, unknown>, settings);
  if (before && !changed && replacedSecrets.length === 0) return;
  const details = { ...changed, ...(replacedSecrets.length > 0 && { replacedSecrets }) };
  const what = before ? "integration.changed" : "integration.connected";
  await audit.record(tx, workspaceId, by, { what, subject: nameOf(kind), details });
}

/** Two admins who save at the same time: one waits for the other, and neither loses a secret. */
const lockWorkspace = (tx: Tx, workspaceId: string) => lockRow(tx, "workspace", workspaceId, "no key update");

/** All secrets of an integration as one encrypted value; null for a kind without any. @throws invalid_request */
function encryptSecrets({ workspaceId, kind }: Where, stored: string | null, given: StoredSecrets): string | null {
  const merged = { ...storedOrNothing(workspaceId, kind, stored), ...given };
  const parsed = shapes[kind].secrets.safeParse(merged);
  if (!parsed.success) {
    const [missing] = parsed.error.issues;
    throw new AppError("invalid_request", `${String(missing?.path[0] ?? "A secret")} is missing.`);
  }
  return Object.keys(parsed.data).length === 0 ? null : encrypt(JSON.stringify(parsed.data), recordContext(workspaceId, kind));
}

/** Secrets that cannot be opened any more are replaced, so they are asked for again. */
function storedOrNothing(workspaceId: string, kind: Kind, stored: string | null): StoredSecrets {
  try {
    return openSecrets(workspaceId, kind, stored);
  } catch (error) {
    if (error instanceof UnreadableIntegrationError) return {};
    throw error;
  }
}

/** Changes settings that a machine found out, such as the number of a channel: nothing for the audit log. False without the integration. */
export async function note<K extends Kind>(workspaceId: string, kind: K, found: Partial<SettingsOf<K>>): Promise<boolean> {
  const changed = await run(db(), { workspace: workspaceId })`
    update integration set settings = settings || ${JSON.stringify(found)}::jsonb
    where workspace_id = ${workspaceId}::uuid and kind = ${kind}::integration_kind`;
  return changed > 0;
}

/** Ends the connection and removes its secrets. @throws not_found */
export async function remove(workspaceId: string, kind: Kind, by: Actor): Promise<void> {
  await db().$transaction(async (tx) => {
    const { count } = await tx.integration.deleteMany({ where: { workspaceId, kind } });
    if (count === 0) throw new AppError("not_found", `${nameOf(kind)} is not connected.`);
    await audit.record(tx, workspaceId, by, { what: "integration.disconnected", subject: nameOf(kind) });
  });
}

/**
 * Nothing is sent until `resume`, or until a secret is replaced. `reason` is for admins, and never holds a secret. `asOf` is when
 * the settings that failed were saved: newer ones are not paused for the fault of the older.
 */
export async function pause(workspaceId: string, kind: Kind, reason: string, { asOf }: { asOf?: Date | undefined } = {}): Promise<void> {
  const where = { workspaceId, kind, ...(asOf && { updatedAt: { lte: asOf } }) };
  await db().integration.updateMany({ where, data: { pausedReason: reason } });
}

export async function resume(workspaceId: string, kind: Kind): Promise<void> {
  await db().integration.updateMany({ where: { workspaceId, kind, pausedReason: { not: null } }, data: { pausedReason: null } });
}

/** What is paused and switched on, and why: for what admins see on every screen, so by the key alone and without opening secrets. */
export async function paused(workspaceId: string): Promise<{ kind: Kind; reason: string }[]> {
  const found = await db().integration.findMany({
    where: { workspaceId, pausedReason: { not: null } },
    select: { kind: true, pausedReason: true, settings: true },
    orderBy: { kind: "asc" },
  });
  return found.flatMap(({ kind, pausedReason, settings }) =>
    pausedReason === null || (settings as { isOn?: unknown }).isOn === false ? [] : [{ kind, reason: pausedReason }],
  );
}

/** Records that something arrived; only the first time counts. True when this was it. */
export async function markFirstMessage(workspaceId: string, kind: Kind, at = currentTime()): Promise<boolean> {
  const { count } = await db().integration.updateMany({ where: { workspaceId, kind, firstMessageAt: null }, data: { firstMessageAt: at } });
  return count > 0;
}

const maskOf = (secret: string): string => `••••${secret.length >= 16 ? secret.slice(-4) : ""}`;

/** What the settings show: of each secret its last four characters. */
export function publicViewOf<K extends Kind>({ settings, secrets, pausedReason, firstMessageAt, updatedAt }: Integration<K>) {
  const masked = Object.entries(secrets).flatMap(([name, secret]) =>
    typeof secret === "string" && secret !== "" ? [[name, maskOf(secret)] as const] : [],
  );
  return { settings, secrets: Object.fromEntries(masked) as Record<string, string>, pausedReason, firstMessageAt, updatedAt };
}
