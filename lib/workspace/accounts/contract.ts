import { z } from "zod";
import { contract, Email, InWorkspace, mustBe, Name, oneOf, Text } from "@/lib/kernel/contract";
import { locales } from "@/lib/kernel/locale";

/** Says who set a password. One set by somebody else must be replaced before the account can do anything else. */
export const PasswordBy = z.enum(["self", "operator", "admin"]);
export type PasswordBy = z.output<typeof PasswordBy>;

/** The e-mail that an account is found by, in lower case. */
export const AccountEmail = z
  .string({ error: mustBe("a string") })
  .transform((text) => text.trim().toLowerCase())
  .pipe(Text(3, 254).pipe(Email));

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

/** Null for the languages of the browser. */
const AccountLocale = z.enum(locales, { error: mustBe(oneOf([...locales, null])) }).nullable();

export const chooseLocale = contract({
  method: "PUT",
  path: "/api/w/{workspace}/me/locale",
  summary: "Choose the language of one's own screens",
  access: "session",
  params: InWorkspace,
  body: z.object({ locale: AccountLocale }),
  status: 200,
  output: z.object({ locale: AccountLocale }),
});
