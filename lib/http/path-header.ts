/** Under which name `proxy.ts` tells a page its own path and query. What a caller sends under it is overwritten. */
export const pathHeader = "x-page-path";
