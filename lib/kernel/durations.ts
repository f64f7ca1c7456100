// The units of time in milliseconds. What lasts so long has a name of its own where it belongs.
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
