"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { signOut } from "@/lib/browser/sign-out";

type OtherAccountProps = { invited: string; signedInAs: string; onSignedOut: () => void };

/** The invited e-mail decides: another account cannot accept. */
export function OtherAccount({ invited, signedInAs, onSignedOut }: OtherAccountProps) {
  const t = useTranslations("shell.invitation");
  const account = useTranslations("shell.account");
  const signingOut = useMutation({ mutationFn: signOut, onSuccess: onSignedOut });
  return (
    <div className="grid gap-4">
      {signingOut.error && <Alert>{account("signOutFailed")}</Alert>}
      <Alert tone="warning">
        <span className="wrap-anywhere">{t("otherAccount", { signedInAs, invited })}</span>
      </Alert>
      <Button variant="primary" busy={signingOut.isPending || signingOut.isSuccess} onClick={() => signingOut.mutate()}>
        {t("signOutAndContinue")}
      </Button>
    </div>
  );
}
