import { AppError } from "@/lib/kernel/errors";
import * as encryption from "@/lib/platform/encryption";
import { log } from "@/lib/platform/log";

/** The additional data that binds a secret to its row: it cannot be decrypted in another row. */
export const encryptionContext = (workspaceId: string, id: string) => `signing_secret:${workspaceId}:${id}`;

/** A stored secret was encrypted with another key, or for another row. Only a new secret helps, so the message explains the rotation. */
export class UnreadableSecretError extends AppError {
  constructor() {
    super(
      "conflict",
      "This workspace's signing secret cannot be opened. Rotate it and end the overlap, or ask whoever runs Beside to look into its log.",
    );
  }
}

/** @throws UnreadableSecretError, after logging the cause */
export function decryptSecret(workspaceId: string, { id, encrypted }: { id: string; encrypted: string }): string {
  try {
    return encryption.decrypt(encrypted, encryptionContext(workspaceId, id));
  } catch (error) {
    log.error({ error, workspaceId }, "a workspace's signing secret cannot be opened");
    throw new UnreadableSecretError();
  }
}
