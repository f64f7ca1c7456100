// How a secret that is shown to somebody begins: it says what it is for, and is found in a log that it must not be in.

export const apiKeyPrefix = "bsk_";
/** The secrets of action calls, and those of webhooks, whose standard wants this. */
export const signingSecretPrefix = "whsec_";
export const identifySecretPrefix = "idsec_";

/** Any of them within a text, also right behind a letter or an escape such as %20; the first group is the prefix. */
export const credentialPattern = new RegExp(`(${apiKeyPrefix}|${signingSecretPrefix}|${identifySecretPrefix})[A-Za-z0-9_+/-]{8,}`, "g");

export const hasCredential = (text: string): boolean => text.search(credentialPattern) >= 0;
