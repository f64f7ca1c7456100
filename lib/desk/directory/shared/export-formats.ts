/** The files that all contacts can be exported as. */
export const exportFormats = ["csv", "ndjson"] as const;
