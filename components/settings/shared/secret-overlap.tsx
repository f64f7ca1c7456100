"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Remaining } from "@/components/time/remaining";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import type { SecretKind } from "./secret-kind";

type SecretOverlapProps = {
  kind: SecretKind;
  endsAt: string;
  /** Another button beside the one that ends the overlap. */
  action?: ReactNode;
  /** Nothing is lost by ending it now: the confirmation is calm, and says why. */
  safe?: string | undefined;
  children?: ReactNode;
};

/** `createdAt` identifies the new secret: a confirmation applies to that one only. */
export function SecretOverlap({ kind, endsAt, action, safe, children }: SecretOverlapProps) {
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const t = useTranslations("settings.secret");
  const { texts } = kind;
  const end = useMutation({
    mutationFn: () => kind.endOverlap({ shown: kind.view.createdAt }),
    onSuccess: (view) => {
      setConfirmOpen(false);
      toast.success(texts.ended);
      kind.onChange(view);
    },
    onError: kind.refresh,
  });

  function openConfirm() {
    end.reset();
    setConfirmOpen(true);
  }

  return (
    <>
      <Alert
        tone="warning"
        className="mt-3"
        action={
          <span className="flex flex-wrap gap-2">
            {action}
            <Button onClick={openConfirm}>{t("end")}</Button>
          </span>
        }
      >
        {texts.overlap(<Remaining until={endsAt} />)}
      </Alert>
      {children}
      <ConfirmDialog
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={t("endTitle")}
        confirmLabel={t("endConfirm")}
        danger={safe === undefined}
        busy={end.isPending}
        error={end.error?.message}
        onConfirm={end.mutate}
      >
        {safe ?? texts.endBody}
      </ConfirmDialog>
    </>
  );
}
