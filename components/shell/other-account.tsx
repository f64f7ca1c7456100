"use client";

import { useMutation } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { signOut } from "@/lib/browser/leave";

type OtherAccountProps = { invited: string; signedInAs: string; onSignedOut: () => void };

/** The invited e-mail decides: another account cannot accept. */
export function OtherAccount({ invited, signedInAs, onSignedOut }: OtherAccountProps) {
  const leave = useMutation({ mutationFn: signOut, onSuccess: onSignedOut });
  return (
    <div className="grid gap-4">
      {leave.error && <Alert>Beside cannot be reached, so you are still signed in. Try again.</Alert>}
      <Alert tone="warning">
        <span className="wrap-anywhere">
          You are signed in as {signedInAs}, and this invitation is for {invited}.
        </span>
      </Alert>
      <Button variant="primary" busy={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
        Sign out and go on
      </Button>
    </div>
  );
}
