import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { env } from "./env";

/**
 * AES-256-GCM, bound to its row: an encrypted value that is moved to another row cannot be decrypted. Uses SECRET_KEY, unless
 * the key is being rotated.
 */
export function encrypt(plain: string, row: string, key = env().SECRET_KEY): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "hex"), iv).setAAD(Buffer.from(row));
  const encrypted = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url")}`;
}

/** A value cannot be decrypted: it was encrypted with another key or for another row, or it was changed. */
class DecryptionError extends Error {
  constructor(row: string) {
    super(`The encrypted value of ${row} does not open: the key, the row or the value is not the one it was encrypted with.`);
  }
}

/** @throws DecryptionError when the value was encrypted with another key or for another row */
export function decrypt(encrypted: string, row: string, key = env().SECRET_KEY): string {
  try {
    return decryptUnchecked(encrypted, row, key);
  } catch {
    throw new DecryptionError(row);
  }
}

function decryptUnchecked(encrypted: string, row: string, key: string): string {
  const bytes = Buffer.from(encrypted.replace(/^v1\./, ""), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "hex"), bytes.subarray(0, 12)).setAAD(Buffer.from(row));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

const proof = "this is the key";
const proofRow = "installation:1";

/** Stored in the installation's row, to check whether a key is the one that encrypted its secrets. No two are equal. */
export const newKeyCheck = (key = env().SECRET_KEY): string => encrypt(proof, proofRow, key);

export function isKeyOf(keyCheck: string, key = env().SECRET_KEY): boolean {
  try {
    return decrypt(keyCheck, proofRow, key) === proof;
  } catch {
    return false;
  }
}
