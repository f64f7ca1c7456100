"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { signOutAndReload } from "@/lib/browser/sign-out";

export function SignOutButton() {
  const t = useTranslations("shell.account");
  const signOut = useMutation({ mutationFn: () => signOutAndReload() });
  return (
    <div className="grid gap-3">
      {signOut.error && <Alert>{t("signOutFailed")}</Alert>}
      <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
        {t("signOut")}
      </Button>
    </div>
  );
}
