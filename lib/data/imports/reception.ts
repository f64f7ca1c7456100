import type { ArrivingFile } from "@/lib/kernel/contract";
import { hourMs } from "@/lib/kernel/durations";
import { refusal } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { refusalError } from "@/lib/kernel/refused";
import { clip } from "@/lib/kernel/text";
import { trimmed } from "@/lib/kernel/visible";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { lockRow } from "@/lib/platform/db/lock-row";
import { run } from "@/lib/platform/db/rows";
import type { Actor } from "@/lib/workspace/audit/contract";
import type { Import } from "./contract";
import { type Head, headOf } from "./head";
import { piecesOf, type Stored, store } from "./pieces";
import { keyOf, lock, type Row, rowOf, viewOf, waitsUntil } from "./row";
import { maxImportBytes, maxKeptBytes, maxKeptImports, maxUnwritten, maxWaiting } from "./shared/limits";
import { trimStatement } from "./sql";
import { wake } from "./work";

type Tx = Prisma.TransactionClient;
type Of = { workspaceId: string; id: string };

const waiting = ["uploading", "columns", "checking", "checked"];
/** An upload whose process was killed goes after this. */
const uploadMs = hourMs;
const mebibyte = 1024 * 1024;

/**
 * Stores a file while it arrives, and finds what its columns mean. `declared` is how many bytes it is said to have, 0 if nothing is. A killed
 * process leaves nothing that is not removed. @throws invalid_request, payload_too_large, request_timeout, unavailable,
 * conflict when the workspace keeps too much already, or when somebody was deleted meanwhile
 */
export async function create(
  workspaceId: string,
  by: Actor,
  { fileName, declared, pieces }: { fileName?: string | undefined; declared: number; pieces: () => ArrivingFile },
): Promise<{ import: Import }> {
  const id = newId();
  const of = { workspaceId, id };
  const arriving = pieces();
  await reserve(of, { by, fileName: nameOf(fileName ?? ""), declared });
  let stored: Stored | undefined;
  try {
    stored = await store(of, arriving);
    const head = await headOf(stored);
    const named = fileName === undefined && arriving.fileName ? { fileName: nameOf(arriving.fileName) } : {};
    return { import: viewOf(await arrived(of, { ...head, ...named, bytes: stored.bytes })) };
  } catch (error) {
    // The queue removes it; if this fails, too, in an hour.
    const data = { expiresAt: currentTime(), ...(stored && { pieces: piecesOf(stored.bytes) }) };
    await db()
      .contactImport.updateMany({ where: of, data })
      .catch(() => undefined);
    wake(workspaceId);
    throw error;
  }
}

/** Its last part, without what cannot be seen. */
const nameOf = (sent: string): string => clip(trimmed(sent.split(/[\\/]/).at(-1) ?? "").replace(/\p{Cc}/gu, ""), 255) || "contacts.csv";

/** The row is there before the first byte is, and names more pieces than may arrive. */
async function reserve({ workspaceId, id }: Of, { by, fileName, declared }: { by: Actor; fileName: string; declared: number }) {
  const now = currentTime();
  await db().$transaction(async (tx) => {
    // Two may send the last one at the same time; the row lock lets one succeed.
    await lockRow(tx, "workspace", workspaceId, "no key update");
    await requirePlace(tx, workspaceId, now);
    await requireRoom(tx, { workspaceId, id }, Math.max(1, Math.min(declared, maxImportBytes)));
    await tx.contactImport.create({
      data: {
        ...{ workspaceId, id, fileName, bytes: Math.min(declared, maxImportBytes), pieces: piecesOf(maxImportBytes) },
        ...{ state: "uploading", actor: by.name, createdAt: now, steppedAt: now, expiresAt: new Date(now.getTime() + uploadMs) },
      },
    });
  });
}

/** Whether another import may wait, and be listed. @throws conflict */
async function requirePlace(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const waits = [{ state: { in: waiting } }, { state: "failed", startedAt: null, dropsFile: false, pieces: { gt: 0 } }];
  if ((await tx.contactImport.count({ where: { workspaceId, OR: waits, expiresAt: { gt: now } } })) >= maxWaiting)
    throw refusalError("conflict", refusal("filesWait", { max: maxWaiting }));
  await run(tx, trimStatement)(workspaceId, now, maxUnwritten);
  if ((await tx.contactImport.count({ where: { workspaceId } })) >= maxKeptImports)
    throw refusalError("conflict", refusal("importsFull", { max: maxKeptImports.toLocaleString("en-GB") }));
}

/**
 * Whether so many more bytes may be kept. The files of all imports count for as long as they are in the store, whatever became of the import:
 * one that is cancelled goes a moment later. @throws conflict
 */
async function requireRoom(tx: Tx, { workspaceId, id }: Of, more: number): Promise<void> {
  const where = { workspaceId, id: { not: id }, pieces: { gt: 0 } };
  const { _sum } = await tx.contactImport.aggregate({ where, _sum: { bytes: true } });
  if ((_sum.bytes ?? 0) + more <= maxKeptBytes) return;
  const inMegabytes = (bytes: number) => Math.ceil(bytes / mebibyte).toLocaleString("en-GB");
  throw refusalError("conflict", refusal("filesFull", { stored: inMegabytes(_sum.bytes ?? 0), max: inMegabytes(maxKeptBytes) }));
}

/** The file is whole. @throws conflict */
async function arrived(of: Of, found: Head & { fileName?: string; bytes: number }): Promise<Row> {
  const { workspaceId, id } = of;
  return db().$transaction(async (tx) => {
    // In turn with others that arrive.
    await lockRow(tx, "workspace", workspaceId, "no key update");
    const row = await lock(tx, workspaceId, id);
    if (!row || row.dropsFile) throw refusalError("conflict", "deletedMeanwhile");
    await requireRoom(tx, of, found.bytes);
    const data = { ...found, pieces: piecesOf(found.bytes), state: "columns", expiresAt: waitsUntil() };
    return rowOf(await tx.contactImport.update({ where: keyOf(workspaceId, id), data }));
  });
}
