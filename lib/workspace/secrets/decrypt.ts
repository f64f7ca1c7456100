import { AppError } from "@/lib/kernel/errors";
import * as encryption from "@/lib/platform/encryption";
import { log } from "@/lib/platform/log";
import { type Purpose, purposes } from "./purpose";

/** The additional data that binds a secret to its row: it cannot be decrypted in another row. */
export const encryptionContext = (purpose: Purpose, workspaceId: string, id: string) => `${purposes[purpose].name}:${workspaceId}:${id}`;

/** A stored secret was encrypted with another key, or for another row. Only a new secret helps, so the message explains the rotation. */
export class UnreadableSecretError extends AppError {
  constructor(purpose: Purpose) {
    super(
      "conflict",
      `This workspace's ${purposes[purpose].noun} cannot be opened. Rotate it and end the overlap, or ask whoever runs Beside to look into its log.`,
    );
  }
}

/** @throws UnreadableSecretError, after logging the cause */
export function decryptSecret(purpose: Purpose, workspaceId: string, { id, encrypted }: { id: string; encrypted: string }): string {
  try {
    return encryption.decrypt(encrypted, encryptionContext(purpose, workspaceId, id));
  } catch (error) {
    log.error({ error, workspaceId }, `a workspace's ${purposes[purpose].noun} cannot be opened`);
    throw new UnreadableSecretError(purpose);
  }
}
