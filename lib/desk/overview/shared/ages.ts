const hour = 3_600;
const day = 24 * hour;

/** How long a problem has been open, and from how many seconds on; the shortest first. */
export const ageSeconds = { under1h: 0, under4h: hour, under24h: 4 * hour, under3d: day, under7d: 3 * day, over7d: 7 * day } as const;

export type Age = keyof typeof ageSeconds;
export const ages = Object.keys(ageSeconds) as [Age, ...Age[]];
