/** How many connections an instance has to PostgreSQL. */
const connections = 10;

/**
 * How long an instance waits for PostgreSQL before it tells the caller to come back (503): for a connection, and for a
 * statement, which the server gives up first, so that nothing goes on that nobody waits for. A transaction that was left
 * open, by a machine that went away without a word, ends before the locks it holds are missed.
 */
export const patience = {
  max: connections,
  keepAlive: true,
  connectionTimeoutMillis: 3_000,
  statement_timeout: 9_000,
  query_timeout: 10_000,
  idle_in_transaction_session_timeout: 20_000,
} as const;

/** How long a job waits for its group before it is refused: what stands before it is slow, and more is coming. */
export const queueMs = 5_000;

/** How long a group waits for a row that somebody else holds, before its jobs are run each by itself. */
export const lockPatienceMs = 1_500;

/**
 * How long a caller waits for the linking lock of its workspace, and how many connections the transactions that hold it or
 * try it may have: of one workspace, and of all together. The rest stays for calls that need no such lock.
 */
export const linkingPatience = {
  waitMs: 7_000,
  connections: Math.floor(connections / 2),
  connectionsEach: 3,
  /** How long one waits for it in the database at a time, with a connection. */
  queuedMs: 200,
} as const;
