import { z } from "zod";
import { contract, InWorkspace, mustBe, Name, Text } from "@/lib/kernel/contract";

/** Who chose a password. Somebody else's choice opens nothing. */
export const PasswordBy = z.enum(["self", "operator", "admin"]);
export type PasswordBy = z.output<typeof PasswordBy>;

export const Email = z
  .string({ error: mustBe("a string") })
  .transform((text) => text.trim().toLowerCase())
  .pipe(Text(3, 254))
  .refine((text) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text), { error: "must look like an address, such as mia@example.com." });

export const Password = Text(10, 200);

export const PersonName = Name(80);

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

export const changePassword = contract({
  method: "POST",
  path: "/api/w/{workspace}/me/password",
  summary: "Change one's own password; all sessions end, this one too",
  access: "session",
  params: InWorkspace,
  body: z.object({ current: z.string({ error: mustBe("a string") }).max(1000), next: Password }),
  status: 200,
  output: z.object({ changed: z.literal(true) }),
});
