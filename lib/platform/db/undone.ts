import { db } from ".";
import type { Prisma } from "./client/client";
import { withRetry } from "./errors";
import { withLinkingLock } from "./linking-lock";
import type { Mode } from "./read-write-lock";

/** Carries what was found out of a transaction, which it ends without a trace. */
class Undone extends Error {
  constructor(readonly found: unknown) {
    super("A dry run was undone.");
  }
}

/**
 * What `work` finds in a transaction that is always undone, so that a dry run and what it stands for cannot disagree. `mode`: the linking lock
 * that it needs, undefined for none. @throws unavailable, and what `work` throws
 */
export async function undone<T>(
  workspaceId: string,
  mode: Mode | undefined,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const inTransaction = async (tx: Prisma.TransactionClient): Promise<never> => {
    throw new Undone(await work(tx));
  };
  try {
    return await (mode ? withLinkingLock(workspaceId, mode, inTransaction) : withRetry(() => db().$transaction(inTransaction)));
  } catch (error) {
    if (error instanceof Undone) return error.found as T;
    throw error;
  }
}
