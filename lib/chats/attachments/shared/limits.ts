/** Limits for what agents and visitors upload. */
export const maxUploadBytes = 10 * 1024 * 1024;
export const maxAttachments = 10;
