/** In characters; the text by which contacts are looked for. */
export const maxTextLength = 100;
