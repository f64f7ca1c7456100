import type { Prisma } from "./client/client";
import { withLinkingLock } from "./linking-lock";
import type { Mode } from "./read-write-lock";

/** Ends a transaction whose answers are known. */
class Refused extends Error {
  constructor(readonly answers: unknown[]) {
    super("Refused");
  }
}

type Answer<T> = T | Error | undefined;

/**
 * Runs `work` under the linking lock. When one of its answers is an error, its transaction is undone, and the answers are the errors, with
 * undefined in the place of what would have been saved. @throws unavailable
 */
export async function allOrNone<T>(
  workspaceId: string,
  mode: Mode,
  work: (tx: Prisma.TransactionClient) => Promise<(T | Error)[]>,
): Promise<Answer<T>[]> {
  try {
    return await withLinkingLock(workspaceId, mode, async (tx) => {
      const answers = await work(tx);
      if (answers.some((one) => one instanceof Error)) throw new Refused(answers);
      return answers;
    });
  } catch (error) {
    if (error instanceof Refused) return error.answers.map((one) => (one instanceof Error ? one : undefined));
    throw error;
  }
}
