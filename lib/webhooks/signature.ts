import { createHmac } from "node:crypto";
import { signingSecretPrefix } from "@/lib/kernel/credentials";

type Signed = { id: string; at: Date; body: Buffer };

/** The headers of Standard Webhooks 1.0.0: every secret signs, the newest first. The key is what the base64 behind the prefix holds. */
export function signedHeaders(secrets: readonly string[], { id, at, body }: Signed): Record<string, string> {
  if (secrets.length === 0) throw new RangeError("A webhook must be signed with a secret.");
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(signingSecretPrefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
