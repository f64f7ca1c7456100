/** The header in which `proxy.ts` passes a page its own path and query. A caller's own value is overwritten. */
export const pathHeader = "x-page-path";
