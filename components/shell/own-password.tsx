"use client";

import { choosePassword } from "@/lib/accounts/contract";
import { call } from "@/lib/client/call";
import { NewPasswordForm } from "./new-password-form";

/** In place of a password that somebody else made. */
export function OwnPassword({ email, next }: { email: string; next: string }) {
  return <NewPasswordForm email={email} next={next} choose={(password) => call(choosePassword, { body: { password } })} />;
}
