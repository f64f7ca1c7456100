"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SecretDialog } from "@/components/settings/shared/secret-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/browser/call";
import { rotateSecret, type SecretView } from "@/lib/domain/secrets/contract";
import { useActionSettings } from "./use-action-settings";

type RotateSecretProps = { workspace: string; createdAt: SecretView["createdAt"]; isOverlapping: boolean; onRotated: () => void };

/** At most two secrets overlap: a rotation during an overlap drops the oldest, and the dialog asks for that. */
export function RotateSecret({ workspace, createdAt, isOverlapping, onRotated }: RotateSecretProps) {
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [newSecret, setNewSecret] = useState<string>();
  const { change, refresh } = useActionSettings(workspace);

  const t = useTranslations("settings.secret");

  const rotate = useMutation({
    mutationFn: () => call(rotateSecret, { params: { workspace }, body: { dropOldest: isOverlapping, shown: createdAt } }),
    onSuccess: ({ secret, view }) => {
      change(() => ({ secret: view }));
      setConfirmOpen(false);
      setNewSecret(secret);
      onRotated();
    },
    onError: refresh,
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
        title={t(isOverlapping ? "dropTitle" : "rotateTitle")}
        confirmLabel={t(isOverlapping ? "dropConfirm" : "rotateConfirm")}
        danger={isOverlapping}
        busy={rotate.isPending}
        error={rotate.error?.message}
        onConfirm={rotate.mutate}
      >
        {t(isOverlapping ? "dropBody" : "rotateBody")}
      </ConfirmDialog>
      <SecretDialog
        title={t("newTitle")}
        label={t("label")}
        copyLabel={t("copy")}
        secret={newSecret}
        onClose={() => setNewSecret(undefined)}
      >
        {t("newBody")}
      </SecretDialog>
    </>
  );
}
