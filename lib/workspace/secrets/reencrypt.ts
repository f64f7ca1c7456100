import type { Prisma } from "@/lib/platform/db/client/client";
import { run } from "@/lib/platform/db/rows";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { encryptionContext } from "./decrypt";
import { type Purpose, purposes } from "./purpose";

type Tx = Prisma.TransactionClient;
type Keys = { from: string; to: string };

const reencryptedPerBatch = 1_000;

/** Re-encrypts the secrets of every workspace; the tables are locked against writes until the transaction ends. Returns their number. */
export async function reencrypt(tx: Tx, by: Actor, keys: Keys): Promise<number> {
  await run(tx, { scope: "everywhere" })`lock table signing_secret, identify_secret in share row exclusive mode`;
  const select = { workspaceId: true, id: true, encrypted: true } as const;
  const signing = inBatches("signing", await tx.signingSecret.findMany({ select }), keys);
  for (const values of signing.batches)
    await run(tx, { scope: "list" })`
      update signing_secret s set sealed = n.encrypted
      from jsonb_to_recordset(${values}::jsonb) as n(ws uuid, id uuid, encrypted text)
      where s.workspace_id = n.ws and s.id = n.id`;
  const identify = inBatches("identify", await tx.identifySecret.findMany({ select }), keys);
  for (const values of identify.batches)
    await run(tx, { scope: "list" })`
      update identify_secret s set sealed = n.encrypted
      from jsonb_to_recordset(${values}::jsonb) as n(ws uuid, id uuid, encrypted text)
      where s.workspace_id = n.ws and s.id = n.id`;
  await audit.recordInAll(tx, signing.workspaceIds, by, { what: purposes.signing.audit.reencrypted, subject: "Signing secrets" });
  await audit.recordInAll(tx, identify.workspaceIds, by, { what: purposes.identify.audit.reencrypted, subject: "Identify secrets" });
  return signing.count + identify.count;
}

type Stored = { workspaceId: string; id: string; encrypted: string };

/** The rows with their new values, as JSON for an update of many at once. */
function inBatches(purpose: Purpose, rows: Stored[], { from, to }: Keys) {
  const changed = rows.map(({ workspaceId, id, encrypted }) => {
    const context = encryptionContext(purpose, workspaceId, id);
    return { ws: workspaceId, id, encrypted: encrypt(decrypt(encrypted, context, from), context, to) };
  });
  const batches: string[] = [];
  for (let at = 0; at < changed.length; at += reencryptedPerBatch)
    batches.push(JSON.stringify(changed.slice(at, at + reencryptedPerBatch)));
  return { count: rows.length, batches, workspaceIds: [...new Set(rows.map(({ workspaceId }) => workspaceId))] };
}
