"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SecretDialog } from "./secret-dialog";
import type { SecretKind } from "./secret-kind";

type RotateSecretProps = { kind: SecretKind; isOverlapping: boolean; onRotated: () => void };

/** At most two secrets overlap: a rotation during an overlap drops the oldest, and the dialog asks for that. */
export function RotateSecret({ kind, isOverlapping, onRotated }: RotateSecretProps) {
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [newSecret, setNewSecret] = useState<string>();
  const t = useTranslations("settings.secret");
  const { texts } = kind;

  const rotate = useMutation({
    mutationFn: () => kind.rotate({ dropOldest: isOverlapping, shown: kind.view.createdAt }),
    onSuccess: ({ secret, view }) => {
      kind.onChange(view);
      setConfirmOpen(false);
      setNewSecret(secret);
      onRotated();
    },
    onError: kind.refresh,
  });

  function openConfirm() {
    rotate.reset();
    setConfirmOpen(true);
  }

  return (
    <>
      <Button onClick={openConfirm}>{t("rotate")}</Button>
      <ConfirmDialog
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={isOverlapping ? t("dropTitle") : texts.rotateTitle}
        confirmLabel={t(isOverlapping ? "dropConfirm" : "rotateConfirm")}
        danger={isOverlapping}
        busy={rotate.isPending}
        error={rotate.error?.message}
        onConfirm={rotate.mutate}
      >
        {isOverlapping ? texts.dropBody : texts.rotateBody}
      </ConfirmDialog>
      <SecretDialog
        title={texts.newTitle}
        label={texts.label}
        copyLabel={texts.copy}
        secret={newSecret}
        onClose={() => setNewSecret(undefined)}
      >
        {texts.newBody}
      </SecretDialog>
    </>
  );
}
