"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { call } from "@/lib/browser/call";
import { acceptInvitation } from "@/lib/workspace/members/invitations/endpoints";

/** For a user who is signed in with the invited e-mail. */
export function JoinAs({ token, email }: { token: string; email: string }) {
  const t = useTranslations("shell.join");
  const accept = useMutation({
    mutationFn: () => call(acceptInvitation, { body: { token } }),
    onSuccess: ({ workspace }) => window.location.assign(`/${workspace}/chats`),
  });

  return (
    <div className="grid gap-4">
      {accept.error && (
        <Alert
          action={
            <Link href="/" className="font-medium underline underline-offset-2">
              {t("goToBeside")}
            </Link>
          }
        >
          {accept.error.message}
        </Alert>
      )}
      <p className="wrap-anywhere text-soft">{t("signedInAs", { email })}</p>
      <Button variant="primary" busy={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
        {t("join")}
      </Button>
    </div>
  );
}
