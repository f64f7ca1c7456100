import { AppError } from "@/lib/kernel/errors";
import { unseal } from "@/lib/platform/encryption";
import { log } from "@/lib/platform/log";

/** What a secret is bound to: it does not open in another row. */
export const rowOf = (workspaceId: string, id: string) => `signing_secret:${workspaceId}:${id}`;

/** A stored secret was encrypted with another key, or for another row. A new secret is the way out, so the message says how to get one. */
export class UnreadableSecretError extends AppError {
  constructor() {
    super(
      "conflict",
      "This workspace's signing secret cannot be opened. Rotate it and end the overlap, or ask whoever runs Beside to look into its log.",
    );
  }
}

/** @throws UnreadableSecretError, after telling the log why */
export function decrypt(workspaceId: string, { id, sealed }: { id: string; sealed: string }): string {
  try {
    return unseal(sealed, rowOf(workspaceId, id));
  } catch (error) {
    log.error({ error, workspaceId }, "a workspace's signing secret cannot be opened");
    throw new UnreadableSecretError();
  }
}
