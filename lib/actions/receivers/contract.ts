import { z } from "zod";
import { Button } from "@/lib/actions/buttons/contract";
import { contract, EmptyObject, InWorkspace, Trimmed } from "@/lib/kernel/contract";
import { SecretView } from "@/lib/workspace/secrets/contract";

/** The probes, in the order in which they run. Each is one or two calls to the receiver. */
export const Probe = z.enum(["good", "two_signatures", "wrong_signature", "old", "ahead", "changed", "unsigned"], {
  error: "must be one of good, two_signatures, wrong_signature, old, ahead, changed and unsigned.",
});
export type Probe = z.output<typeof Probe>;

/** `isReached` is false when no call got through: the other probes would fail for the same reason. */
export const Finding = z.object({ probe: Probe, ok: z.boolean(), isReached: z.boolean(), message: z.string() });
export type Finding = z.output<typeof Finding>;

export const checkServer = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/check",
  summary: "Send the saved address signed or deliberately wrong calls of the action ping, and say what it got right",
  access: "session",
  waitsForOthers: true,
  role: "admin",
  params: InWorkspace,
  body: z.object({ probe: Probe }),
  status: 200,
  output: Finding,
  errors: ["conflict", "rate_limited"],
});

export const tryNewSecret = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/secret/try",
  summary: "While two secrets overlap: send one ping that is signed with the new one alone",
  access: "session",
  waitsForOthers: true,
  role: "admin",
  params: InWorkspace,
  body: EmptyObject,
  status: 200,
  output: z.object({ accepted: z.boolean(), message: z.string() }),
  errors: ["conflict", "rate_limited"],
});

/** The result of the address check; `message` is for the user. */
export const AddressCheck = z.union([
  z.object({ ok: z.literal(true), message: z.string() }),
  z.object({
    ok: z.literal(false),
    message: z.string(),
    /** For an address on a developer's own machine: the command that starts Beside with this address allowed. `message` ends with it. */
    startLine: z.string().nullable(),
  }),
]);

export type AddressCheck = z.output<typeof AddressCheck>;

export const getActionSettings = contract({
  method: "GET",
  path: "/api/w/{workspace}/actions",
  summary: "The address, the buttons and the signing secret (masked)",
  access: "session",
  role: "admin",
  params: InWorkspace,
  status: 200,
  output: z.object({
    url: z.string().nullable(),
    buttons: z.array(Button),
    secret: SecretView,
    /** Origins that are exempt from the address rule, for development; a warning is shown while there are any. */
    allowedOrigins: z.array(z.string()),
  }),
});

const AddressInput = z.object({
  url: Trimmed(2048, 0),
});

export const checkAddress = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/address/check",
  summary: "Judge an address without saving it",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: AddressInput,
  status: 200,
  output: AddressCheck,
});

export const saveAddress = contract({
  method: "PUT",
  path: "/api/w/{workspace}/actions/address",
  summary: "Save the one address that all buttons call; an empty one removes it",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: AddressInput,
  status: 200,
  output: z.object({ url: z.string().nullable(), message: z.string() }),
});
