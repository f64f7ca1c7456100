import { z } from "zod";
import { contract, EmptyObject, InWorkspace, mustBe, Time } from "@/lib/kernel/contract";

export const SecretView = z.object({
  /** `whsec_••••a91f` */
  masked: z.string(),
  createdAt: Time,
  /** While two secrets sign: when the older one ends. */
  overlapEndsAt: Time.nullable(),
});

export type SecretView = z.input<typeof SecretView>;

export const revealSecret = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/secret/reveal",
  summary: "Show the signing secret",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: EmptyObject,
  status: 200,
  output: z.object({ secret: z.string() }),
});

/** When the secret on the screen was made, so that a newer secret of another admin is not dropped by mistake. */
const Shown = z.iso
  .datetime({ error: "must be when the secret was made, as it was given to you." })
  .transform((text) => new Date(text))
  .optional();

export const rotateSecret = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/secret/rotate",
  madePerMinute: 30,
  summary: "Make a new signing secret; for 24 hours calls carry both signatures. While two overlap, dropOldest ends the older one at once",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: z.object({ dropOldest: z.boolean({ error: mustBe("true or false") }).optional(), shown: Shown }),
  status: 200,
  output: z.object({ secret: z.string(), view: SecretView }),
  errors: ["conflict"],
});

export const endOverlap = contract({
  method: "POST",
  path: "/api/w/{workspace}/actions/secret/end-overlap",
  summary: "Stop signing with the older secret now",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: z.object({ shown: Shown }),
  status: 200,
  output: SecretView,
  errors: ["conflict"],
});
