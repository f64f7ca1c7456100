import { setTimeout as pause } from "node:timers/promises";

type Causes = {
  code?: unknown;
  meta?: { code?: unknown; driverAdapterError?: { cause?: { originalCode?: unknown } } };
  cause?: { originalCode?: unknown };
};

/** The SQLSTATE of a failed statement, whichever way Prisma wrapped it; empty when there is none. */
export function sqlState(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { code, meta, cause } = error as Error & Causes;
  const found = meta?.driverAdapterError?.cause?.originalCode ?? cause?.originalCode ?? meta?.code ?? "";
  if (found) return String(found);
  return code === "P2002" ? "23505" : code === "P2003" ? "23503" : code === "P2034" ? "40P01" : "";
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === "23505";

/** The database is away, is starting or stopping, or has no connection to give. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & Causes;
  const state = sqlState(error);
  return (
    ["P1001", "P1002", "P1008", "P1017", "P2024", "ECONNREFUSED", "ECONNRESET"].includes(String(code)) ||
    /^(08|57P|53)/.test(state) ||
    /timeout exceeded when trying to connect|Connection terminated|The database is not open/.test(error.message)
  );
}

// Deadlock, serialization failure, a row that another transaction made or removed in the meantime.
const passing = new Set(["40P01", "40001", "23503", "23505"]);

/** Runs `work` again when it lost a race that the next try wins. `work` is one transaction, so a failed try left nothing. */
export async function settle<T>(work: () => Promise<T>, tries = 8): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= tries || !passing.has(sqlState(error))) throw error;
      await pause(Math.random() * 5 * attempt);
    }
  }
}
