import { z } from "zod";
import { contract, Nothing } from "@/lib/kernel/contract";

const workspace = z.object({ workspace: z.string() });

/** What is looked at, in the order in which it is. Each is one or two calls to the receiver. */
export const Probe = z.enum(["good", "two_signatures", "wrong_signature", "old", "ahead", "changed", "unsigned"], {
  error: "must be one of good, two_signatures, wrong_signature, old, ahead, changed and unsigned.",
});
export type Probe = z.output<typeof Probe>;

/** `isReached` is false when no call got through: the rest would find the same. */
export const Finding = z.object({ probe: Probe, ok: z.boolean(), isReached: z.boolean(), message: z.string() });
export type Finding = z.output<typeof Finding>;

export const checkServer = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/check",
  summary: "Send the saved address signed or deliberately wrong calls of the action ping, and say what it got right",
  access: "session",
  role: "admin",
  params: workspace,
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
  role: "admin",
  params: workspace,
  body: Nothing,
  status: 200,
  output: z.object({ accepted: z.boolean(), message: z.string() }),
  errors: ["conflict", "rate_limited"],
});
