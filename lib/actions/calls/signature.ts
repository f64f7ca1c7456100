import { createHmac, timingSafeEqual } from "node:crypto";

const toleranceSeconds = 300;

/** Headers for a call. During a rotation both secrets sign, the new one first. */
export function sign(secrets: readonly string[], timestampSeconds: number, body: Buffer | string) {
  // Anyone can compute a signature with an empty secret.
  if (secrets.length === 0 || secrets.includes("")) throw new RangeError("A call must be signed with a secret.");
  if (!Number.isSafeInteger(timestampSeconds)) throw new RangeError("The timestamp must be whole seconds.");

  const timestamp = String(timestampSeconds);
  return {
    "X-Service-Timestamp": timestamp,
    "X-Service-Signature": secrets.map((secret) => signatureOf(secret, timestamp, body)).join(","),
  };
}

type Verification = { ok: true } | { ok: false; reason: "missing_header" | "wrong_timestamp" | "wrong_signature" };

type Received = {
  secrets: readonly string[];
  timestamp: string | null | undefined;
  signature: string | null | undefined;
  body: Buffer | string;
  nowSeconds: number;
};

/** The check that a receiver makes before it reads the body. */
export function verify({ secrets, timestamp, signature, body, nowSeconds }: Received): Verification {
  if (!timestamp || !signature) return { ok: false, reason: "missing_header" };
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) {
    return { ok: false, reason: "wrong_timestamp" };
  }

  const expected = secrets.filter((secret) => secret !== "").map((secret) => signatureOf(secret, timestamp, body));
  const received = signature.split(",").map((part) => part.trim());
  const matches = expected.some((ours) => received.some((theirs) => equal(ours, theirs)));
  return matches ? { ok: true } : { ok: false, reason: "wrong_signature" };
}

const signatureOf = (secret: string, timestamp: string, body: Buffer | string) =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")}`;

function equal(ours: string, theirs: string): boolean {
  const [a, b] = [Buffer.from(ours), Buffer.from(theirs)];
  return a.length === b.length && timingSafeEqual(a, b);
}
