"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { signOut } from "@/lib/browser/leave";

type OtherAccountProps = { invited: string; signedInAs: string; onSignedOut: () => void };

/** The invited e-mail decides: another account cannot accept. */
export function OtherAccount({ invited, signedInAs, onSignedOut }: OtherAccountProps) {
  const t = useTranslations("shell.invitation");
  const account = useTranslations("shell.account");
  const leave = useMutation({ mutationFn: signOut, onSuccess: onSignedOut });
  return (
    <div className="grid gap-4">
      {leave.error && <Alert>{account("signOutFailed")}</Alert>}
      <Alert tone="warning">
        <span className="wrap-anywhere">{t("otherAccount", { signedInAs, invited })}</span>
      </Alert>
      <Button variant="primary" busy={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
        {t("signOutAndContinue")}
      </Button>
    </div>
  );
}
