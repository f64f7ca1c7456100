/** Joins class names and skips false and undefined. */
export const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(" ");
