import { createHmac } from "node:crypto";
import type { Probe } from "@/lib/actions/receivers/contract";
import type { Call } from "./receiver";

const oldestSeconds = 300;

const timestampOf = ({ headers }: Call) => Number(headers["x-service-timestamp"]);
const ageOf = (call: Call) => Date.now() / 1000 - timestampOf(call);
const signaturesOf = ({ headers }: Call) => String(headers["x-service-signature"] ?? "").split(",");
const signatureOver = (body: Buffer | string, secret: string, call: Call) =>
  `sha256=${createHmac("sha256", secret)
    .update(`${timestampOf(call)}.`)
    .update(body)
    .digest("hex")}`;

const isTimely = (call: Call) => Math.abs(ageOf(call)) <= oldestSeconds;
const isSigned = (secret: string, call: Call) => signaturesOf(call).includes(signatureOver(call.raw, secret, call));

type Broken = {
  /** Its only mistake. */
  mistake: string;
  accepts: (secret: string, call: Call) => boolean;
  /** The findings that the check must report, and no others. */
  found: Partial<Record<Probe, string>>;
};

/** Typical receivers, each with one mistake. */
export const broken: Broken[] = [
  {
    mistake: "accepts whatever has a signature",
    accepts: (_, call) => isTimely(call) && call.headers["x-service-signature"] !== undefined,
    found: {
      wrong_signature:
        "Your server accepted a call with a wrong signature. Compare it with the one that you compute, and answer 401 when they differ.",
      changed:
        "Your server accepted a call whose body was changed. Compare the signature over the timestamp, a dot and the raw bytes of the body.",
    },
  },
  {
    mistake: "compares over JSON that it parsed and wrote again",
    accepts: (secret, call) => isTimely(call) && signaturesOf(call).includes(signatureOver(JSON.stringify(call.body), secret, call)),
    found: {
      changed: "Your server accepted a call whose body was changed. Compute the signature over the raw bytes, not the parsed JSON.",
    },
  },
  {
    mistake: "looks at the first signature alone",
    accepts: (secret, call) => isTimely(call) && signaturesOf(call)[0] === signatureOver(call.raw, secret, call),
    found: {
      two_signatures:
        "Your server rejected a call whose second signature is valid. Check every signature in the header, not only the first.",
    },
  },
  {
    mistake: "looks at the last signature alone",
    accepts: (secret, call) => isTimely(call) && signaturesOf(call).at(-1) === signatureOver(call.raw, secret, call),
    found: {
      two_signatures: "Your server rejected a call whose first signature is valid. Check every signature in the header, not only the last.",
    },
  },
  {
    mistake: "compares the whole header with one signature",
    accepts: (secret, call) => isTimely(call) && signaturesOf(call).join(",") === signatureOver(call.raw, secret, call),
    found: {
      two_signatures:
        "Your server rejected two signatures, one of them valid, with 401. Split X-Service-Signature at the comma, and accept the call when either signature matches.",
    },
  },
  {
    mistake: "takes calls of any age",
    accepts: (secret, call) => ageOf(call) >= -oldestSeconds && isSigned(secret, call),
    found: {
      old: "Your server accepted a call that is six minutes old. Reject it when X-Service-Timestamp is more than five minutes behind your clock. Otherwise somebody can replay a recorded call.",
    },
  },
  {
    mistake: "takes calls from the future",
    accepts: (secret, call) => ageOf(call) <= oldestSeconds && isSigned(secret, call),
    found: {
      ahead:
        "Your server accepted a call from six minutes in the future. Reject it when X-Service-Timestamp is more than five minutes ahead of your clock.",
    },
  },
  {
    mistake: "checks a signature only where there is one",
    accepts: (secret, call) => isTimely(call) && (call.headers["x-service-signature"] === undefined || isSigned(secret, call)),
    found: { unsigned: "Your server accepted a call without a signature. Answer 401 when X-Service-Signature is missing." },
  },
];
