import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { decrypt } from "@/lib/platform/encryption";
import { log } from "@/lib/platform/log";
import type { Kind } from "./shared/settings";

const StoredSecrets = z.record(z.string(), z.unknown());
export type StoredSecrets = z.output<typeof StoredSecrets>;

/** The additional data that binds secrets to their row: they cannot be decrypted in another one. */
export const recordContext = (workspaceId: string, kind: Kind) => `integration:${workspaceId}:${kind}`;

/** The stored secrets were encrypted with another key, or are incomplete. Entering them again helps. */
export class UnreadableIntegrationError extends AppError {
  constructor(kind: Kind) {
    super("conflict", `The secrets of the integration "${kind}" cannot be opened. An admin has to enter them again in the settings.`);
  }
}

/** @throws UnreadableIntegrationError, after logging the cause */
export function openSecrets(workspaceId: string, kind: Kind, encrypted: string | null): StoredSecrets {
  if (encrypted === null) return {};
  try {
    return StoredSecrets.parse(JSON.parse(decrypt(encrypted, recordContext(workspaceId, kind))));
  } catch (error) {
    log.error({ error, workspaceId, kind }, "the secrets of an integration cannot be opened");
    throw new UnreadableIntegrationError(kind);
  }
}
