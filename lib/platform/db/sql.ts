/** A time in the format of the API: UTC with milliseconds, formatted by the database, which is faster than through a Date. */
export const wireTime = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The time of a change to a row, in the update of it: that of the statement and not of the transaction, which may have waited for a lock, and
 * later than the change before even when the clock was set back. What the transaction itself made stays as it was made, in which the two
 * times are equal.
 */
export const changedAt = (row: string): string =>
  `case when ${row}.updated_at = ${row}.created_at and ${row}.created_at = now()::timestamptz(3) then ${row}.updated_at
    else greatest(${row}.updated_at + interval '1 millisecond', clock_timestamp()) end`;

/**
 * At the end of a statement over a queue, which is empty in one moment and has thousands of rows in the next: it is planned at each
 * execution, because a plan that was made for an empty table reads all of it.
 */
export const plannedAnew = "/* planned anew */";

/**
 * A condition of a write that need not be on the disk when it returns, because whatever a crash of the database undoes is done once more
 * with the same effect: the server is not asked to wait for its disk.
 */
export const commitsLater = "set_config('synchronous_commit', 'off', true) = 'off'";

/**
 * A limit that the planner does not know: it then reads an index in its order and stops, where it would otherwise sort all rows, because it
 * knows nothing of a queue that was filled a moment ago.
 */
export const limitOf = (parameter: string): string => `(select ${parameter}::int)`;
