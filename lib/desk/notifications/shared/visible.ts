/** How often a visible tab says so. */
export const visibleEveryMs = 20_000;
