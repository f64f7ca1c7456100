"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { JoinForm } from "./join-form";
import { JoinSignIn } from "./join-sign-in";

/** The user says whether they have an account: the page must not reveal that to anybody with the link. */
export function JoinSignedOut({ token, email }: { token: string; email: string }) {
  const t = useTranslations("shell.join");
  const [hasAccount, setHasAccount] = useState(false);
  return (
    <>
      {hasAccount ? <JoinSignIn token={token} email={email} /> : <JoinForm token={token} email={email} />}
      <div className="mt-6 grid gap-2 border-line border-t pt-4">
        <p className="text-soft text-sm">{t(hasAccount ? "isNew" : "hasAccount")}</p>
        <Button onClick={() => setHasAccount(!hasAccount)}>{t(hasAccount ? "signUp" : "signIn")}</Button>
      </div>
    </>
  );
}
