import type { Prisma } from "@/lib/platform/db/client/client";
import { run } from "@/lib/platform/db/rows";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { recordContext } from "./encrypted";

const reencryptedPerBatch = 1_000;

/** Re-encrypts the secrets of every integration; the table is locked against writes until the transaction ends. Returns their number. */
export async function reencrypt(tx: Prisma.TransactionClient, { from, to }: { from: string; to: string }): Promise<number> {
  await run(tx, { scope: "everywhere" })`lock table integration in share row exclusive mode`;
  const found = await tx.integration.findMany({
    where: { encrypted: { not: null } },
    select: { workspaceId: true, kind: true, encrypted: true },
  });
  for (let at = 0; at < found.length; at += reencryptedPerBatch) {
    const reencrypted = found.slice(at, at + reencryptedPerBatch).flatMap(({ workspaceId, kind, encrypted }) => {
      const context = recordContext(workspaceId, kind);
      return encrypted === null ? [] : [{ ws: workspaceId, kind, encrypted: encrypt(decrypt(encrypted, context, from), context, to) }];
    });
    await run(tx, { scope: "list" })`
      update integration i set sealed = n.encrypted
      from jsonb_to_recordset(${JSON.stringify(reencrypted)}::jsonb) as n(ws uuid, kind integration_kind, encrypted text)
      where i.workspace_id = n.ws and i.kind = n.kind`;
  }
  return found.length;
}
