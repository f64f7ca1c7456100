/** Attribute of what moves when something above it comes or goes: the panel lets it slide to its new place. */
export const slides = { "data-slides": "" } as const;
