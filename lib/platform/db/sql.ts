/** A time as it goes out: UTC with milliseconds, written by the database, which is quicker than a Date in between. */
export const wireTime = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
