import { z } from "zod";
import { Password } from "@/lib/domain/members/contract";
import { contract } from "@/lib/kernel/contract";

/** Who chose a password. Somebody else's choice opens nothing. */
export const PasswordBy = z.enum(["self", "operator", "admin"]);
export type PasswordBy = z.output<typeof PasswordBy>;

export const choosePassword = contract({
  method: "POST",
  path: "/api/password",
  summary: "Choose a password in place of one that somebody else made; all sessions end, this one too",
  access: "visitor",
  body: z.object({ password: Password }),
  status: 200,
  output: z.object({ changed: z.literal(true), email: z.string() }),
  errors: ["signed_out", "conflict", "forbidden"],
});
