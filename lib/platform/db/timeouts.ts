/** How many connections an instance has to PostgreSQL. */
const connections = 10;

/**
 * How long an instance waits for PostgreSQL before it responds with 503: for a connection, and for a statement. The server's
 * limit for a statement is the shorter one, so that none goes on without a caller. A transaction that was left open, by a
 * machine that vanished, is ended before its locks block others for long.
 */
export const connectionTimeouts = {
  max: connections,
  keepAlive: true,
  connectionTimeoutMillis: 3_000,
  statement_timeout: 9_000,
  query_timeout: 10_000,
  idle_in_transaction_session_timeout: 20_000,
} as const;

/** How long a job waits for its batch before it is rejected: the queue before it is slow, and more jobs arrive. */
export const queueTimeoutMs = 5_000;

/**
 * How long a job's own statement waits for a locked row, and one of the line that all workspaces share, in which others wait for its end:
 * then its jobs are run individually.
 */
export const [lockTimeoutMs, sharedLockTimeoutMs] = [1_500, 300];

/** No item of a batch that was sent is begun later than this after it arrived: its caller waits for all of them. */
export const batchTimeoutMs = 10_000;

/** A batch that takes longer is slow: its workspaces share none with the others until one of theirs was quick again. */
export const slowStatementMs = 200;

/**
 * How long a caller waits for the linking lock of its workspace, and how many connections the transactions that hold or try
 * such a lock may use: per workspace, and in total. The rest stays free for calls that need no such lock.
 */
export const linkingTimeouts = {
  waitMs: 7_000,
  connections: Math.floor(connections / 2),
  connectionsEach: 3,
  /** How long one attempt waits in the database's queue, while it holds a connection. */
  queuedMs: 200,
} as const;
