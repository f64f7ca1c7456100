import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { env } from "@/lib/env";

const key = () => Buffer.from(env().SECRET_KEY, "hex");

/** AES-256-GCM, bound to its row: a sealed value that is moved to another row does not open. */
export function seal(plain: string, row: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key(), iv).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** Throws when the key is not the one that sealed it, or the row is another. */
export function unseal(sealed: string, row: string): string {
  const bytes = Buffer.from(sealed.replace(/^v1\./, ""), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key(), bytes.subarray(0, 12)).setAAD(Buffer.from(row));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
