"use client";

import { call } from "@/lib/browser/call";
import { choosePassword } from "@/lib/workspace/accounts/endpoints";
import { NewPasswordForm } from "./new-password-form";

/** Replaces a password that was made by somebody else. */
export function OwnPassword({ email, next }: { email: string; next: string }) {
  return <NewPasswordForm email={email} next={next} choose={(password) => call(choosePassword, { body: { password } })} />;
}
