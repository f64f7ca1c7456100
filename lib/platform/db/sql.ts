/** A time in the format of the API: UTC with milliseconds, formatted by the database, which is faster than through a Date. */
export const wireTime = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
