import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "@/lib/kernel/errors";

type Cause = { originalCode?: unknown; kind?: unknown };
type Causes = { code?: unknown; severity?: unknown; meta?: { code?: unknown; driverAdapterError?: { cause?: Cause } }; cause?: Cause };

/** Messages of a distributed database: the rows of the workspace have gone to another node in this moment. Nothing was written. */
const movedShard = /The shard of this workspace has moved|cannot execute a distributed query from a query on a shard/;
export const hasMoved = (error: unknown): boolean => error instanceof Error && movedShard.test(error.message);

/** The SQLSTATE of a failed statement, from the driver or whichever way Prisma wrapped it; empty when there is none. */
export function sqlState(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if (hasMoved(error)) return serializationFailure;
  const { code, severity, meta, cause } = error as Error & Causes;
  if (severity !== undefined) return String(code);
  const found = meta?.driverAdapterError?.cause?.originalCode ?? cause?.originalCode ?? meta?.code ?? "";
  if (found) return String(found);
  return code === "P2002" ? "23505" : code === "P2003" ? "23503" : code === "P2034" ? "40P01" : "";
}

const serializationFailure = "40001";
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === "23505";

// From Prisma, the adapter, the operating system, the driver, and a node of Citus that lost another one, in this order.
const unavailableCodes = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"]);
const unavailableKinds = new Set(["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"]);
const lostSocket = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/;
const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection error and is not queryable|The database is not open|failure on connection marked as essential|could not commit transaction for shard/;

// Connection, resources, operator intervention, a timeout of a transaction or lock, and a server that is read-only after a failover.
const unavailableState = /^(08|53|57P|25P0[34]|25006|55P03)/;

const tooManyWaiting = "Too many requests are waiting for the database. Try again shortly.";

/** The error of a statement that got no connection in its turn. It has no code, because Prisma's client hides what has one. */
export const crowded = (): Error => new Error(tooManyWaiting);
export const isCrowded = (error: unknown): boolean => error instanceof Error && error.message.includes(tooManyWaiting);

/** What a caller gets whose request waited too long, or behind too many. */
export const overloaded = () => new AppError("unavailable", tooManyWaiting, { "retry-after": "2" });

/** The statement waited too long for a locked row, and wrote nothing. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === "55P03";

/**
 * The statement took longer than it may, and wrote nothing. This is the statement's doing, not that of a database that is away: what is
 * tried until the database is back must not be tried for ever because of it.
 */
export const isTooSlow = (error: unknown): boolean => sqlState(error) === "57014";

/**
 * The database is unreachable, starting or stopping, or out of connections. Whether a write was committed is unknown
 * then, so the caller repeats it with the same key.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AppError) return error.code === "unavailable";
  const { code, meta, cause } = error as Error & Causes;
  return (
    unavailableCodes.has(String(code)) ||
    lostSocket.test(String(code)) ||
    unavailableKinds.has(String(meta?.driverAdapterError?.cause?.kind ?? cause?.kind)) ||
    unavailableState.test(sqlState(error)) ||
    lostConnection.test(error.message) ||
    isCrowded(error) ||
    hasMoved(error)
  );
}

const isDiskFull = (error: unknown) => sqlState(error) === "53100";

/** The error that a caller gets when `isUnavailable` or `isTooSlow`, with the time to wait. */
export function unavailable(error: unknown): AppError {
  if (isDiskFull(error)) {
    const message = "The disk of Beside's database is full, so nothing can be kept right now. Whoever runs it has to make space.";
    return new AppError("unavailable", message, { "retry-after": "30" });
  }
  if (isCrowded(error)) return overloaded();
  if (isTooSlow(error)) {
    const message = "This takes the database too long right now, so it was given up. Try again later, or ask for less.";
    return new AppError("unavailable", message, { "retry-after": "10" });
  }
  const message = isLockTimeout(error)
    ? "Another change of the same person takes longer than usual. Try again shortly."
    : "The database cannot be reached right now. Try again shortly.";
  return new AppError("unavailable", message, { "retry-after": "2" });
}

// Deadlock, serialization failure, a row that another transaction inserted or deleted in the meantime.
const retryable = new Set(["40P01", serializationFailure, "23503", "23505"]);

/** Retries `work` when it lost a race that another attempt can win. `work` is one transaction, so a failed one wrote nothing. */
export async function withRetry<T>(work: () => Promise<T>, { maxAttempts = 8, states = retryable } = {}): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= maxAttempts || !states.has(sqlState(error))) throw error;
      await pause(Math.random() * 5 * attempt);
    }
  }
}

const deadlocks = new Set(["40P01", serializationFailure]);

/** The same for a transaction whose lost races mean something, as that somebody else has the same e-mail. */
export const afterDeadlock = <T>(work: () => Promise<T>, { maxAttempts = 8 } = {}): Promise<T> =>
  withRetry(work, { maxAttempts, states: deadlocks });
