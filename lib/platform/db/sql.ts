/** A time in the format of the API: UTC with milliseconds, formatted by the database, which is faster than through a Date. */
export const wireTime = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

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
