import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { env } from "./env";

/**
 * AES-256-GCM, bound to its row: a sealed value that is moved to another row does not open. With the key of the environment,
 * unless the operator is about to change it.
 */
export function seal(plain: string, row: string, key = env().SECRET_KEY): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "hex"), iv).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** A sealed value does not open: it was sealed with another key, for another row, or was changed. */
export class UnsealError extends Error {
  constructor(row: string) {
    super(`The sealed value of ${row} does not open: the key, the row or the value is not the one it was sealed with.`);
  }
}

/** @throws UnsealError when the key is not the one that sealed it, or the row is another */
export function unseal(sealed: string, row: string, key = env().SECRET_KEY): string {
  try {
    return opened(sealed, row, key);
  } catch {
    throw new UnsealError(row);
  }
}

function opened(sealed: string, row: string, key: string): string {
  const bytes = Buffer.from(sealed.replace(/^v1\./, ""), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "hex"), bytes.subarray(0, 12)).setAAD(Buffer.from(row));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

const proof = "this is the key";
const proofRow = "installation:1";

/** What the installation keeps to tell whether a key is the one that sealed its secrets. No two are alike. */
export const newKeyCheck = (key = env().SECRET_KEY): string => seal(proof, proofRow, key);

export function isKeyOf(keyCheck: string, key = env().SECRET_KEY): boolean {
  try {
    return unseal(keyCheck, proofRow, key) === proof;
  } catch {
    return false;
  }
}
