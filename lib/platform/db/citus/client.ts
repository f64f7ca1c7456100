import type { Prisma, PrismaClient } from "@/lib/platform/db/client/client";
import { afterDeadlock, sqlState } from "@/lib/platform/db/errors";

/** What waits in a circle again after that is repeated by the caller, or fails. */
const maxAttempts = 5;
const ofEndedTransaction = "25P02";

/**
 * The client of a distributed database. A write to what every node has
 * locks that table, and those that it refers to, for all workspaces. So transactions that have nothing else to do with each other may
 * wait for each other in a circle, and the one that PostgreSQL ends is repeated: the work in a transaction must have no effects
 * outside of it.
 */
export function routed(client: PrismaClient): PrismaClient {
  const extended = client.$extends({
    query: {
      $allModels: { $allOperations: ({ args, query }) => repeated(() => query(args)) },
      $queryRawUnsafe: ({ args, query }) => repeated(() => query(args)),
      $executeRawUnsafe: ({ args, query }) => repeated(() => query(args)),
    },
  }) as unknown as PrismaClient;
  return new Proxy(extended, { get: (target, name) => (name === "$transaction" ? transaction(target) : boundTo(target, name)) });
}

const boundTo = (target: PrismaClient, name: string | symbol): unknown => {
  const value: unknown = Reflect.get(target, name);
  return typeof value === "function" ? value.bind(target) : value;
};

type Work = (tx: Prisma.TransactionClient) => Promise<unknown>;

/** Not of a list of statements: each would be repeated by itself. */
const transaction =
  (client: PrismaClient) =>
  async (work: Work | unknown[], options?: object): Promise<unknown> => {
    if (typeof work !== "function") throw new Error("On a distributed database a transaction is a function, and no list of statements.");
    return afterDeadlock(() => client.$transaction(work, options), { maxAttempts });
  };

/** Repeats a statement by itself. One of a transaction cannot be repeated alone: then its first error counts, for which all of it is. */
async function repeated<T>(run: () => Promise<T>): Promise<T> {
  let first: unknown;
  const attempt = () =>
    run().catch((error: unknown) => {
      first ??= error;
      throw error;
    });
  return afterDeadlock(attempt, { maxAttempts }).catch((error: unknown) => {
    throw sqlState(error) === ofEndedTransaction ? first : error;
  });
}
