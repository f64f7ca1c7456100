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

type RotateSecretProps = { workspace: string; madeAt: SecretView["createdAt"]; isOverlapping: boolean; onRotated: () => void };

/** While two secrets overlap, a third needs room: the oldest is dropped, and that is what is asked. */
export function RotateSecret({ workspace, madeAt, isOverlapping, onRotated }: RotateSecretProps) {
  const [isAsking, setAsking] = useState(false);
  const [fresh, setFresh] = useState<string>();
  const { change, refresh } = useActionSettings(workspace);

  const t = useTranslations("settings.secret");

  const rotate = useMutation({
    mutationFn: () => call(rotateSecret, { params: { workspace }, body: { dropOldest: isOverlapping, shown: madeAt } }),
    onSuccess: ({ secret, view }) => {
      change(() => ({ secret: view }));
      setAsking(false);
      setFresh(secret);
      onRotated();
    },
    onError: refresh,
  });

  function ask() {
    rotate.reset();
    setAsking(true);
  }

  return (
    <>
      <Button onClick={ask}>{t("rotate")}</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t(isOverlapping ? "dropTitle" : "rotateTitle")}
        confirmLabel={t(isOverlapping ? "dropConfirm" : "rotateConfirm")}
        danger={isOverlapping}
        busy={rotate.isPending}
        error={rotate.error?.message}
        onConfirm={rotate.mutate}
      >
        {t(isOverlapping ? "dropBody" : "rotateBody")}
      </ConfirmDialog>
      <SecretDialog title={t("newTitle")} label={t("label")} copyLabel={t("copy")} secret={fresh} onClose={() => setFresh(undefined)}>
        {t("newBody")}
      </SecretDialog>
    </>
  );
}
