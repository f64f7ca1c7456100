"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toast } from "sonner";
import { Remaining } from "@/components/settings/shared/remaining";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/browser/call";
import { tryNewSecret } from "@/lib/domain/receivers/contract";
import { endOverlap, type SecretView } from "@/lib/domain/secrets/contract";
import { TrialResult } from "./trial-result";
import { useActionSettings } from "./use-action-settings";

type OverlapStripProps = { workspace: string; createdAt: SecretView["createdAt"]; endsAt: string };

/** `createdAt` identifies the new secret: a confirmation applies to that one only. */
export function OverlapStrip({ workspace, createdAt, endsAt }: OverlapStripProps) {
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const { change, refresh } = useActionSettings(workspace);
  const t = useTranslations("settings.secret");
  const trial = useMutation({ mutationFn: () => call(tryNewSecret, { params: { workspace }, body: {} }) });
  const end = useMutation({
    mutationFn: () => call(endOverlap, { params: { workspace }, body: { shown: createdAt } }),
    onSuccess: (view) => {
      setConfirmOpen(false);
      toast.success(t("ended"));
      change(() => ({ secret: view }));
    },
    onError: refresh,
  });
  const isAccepted = trial.data?.accepted === true;

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
            <Button busy={trial.isPending} onClick={() => trial.mutate()}>
              {t("try")}
            </Button>
            <Button onClick={openConfirm}>{t("end")}</Button>
          </span>
        }
      >
        {t.rich("overlap", { b: (text) => <b className="font-semibold">{text}</b>, time: () => <Remaining until={endsAt} /> })}
      </Alert>
      <TrialResult trial={trial} />
      <ConfirmDialog
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={t("endTitle")}
        confirmLabel={t("endConfirm")}
        danger={!isAccepted}
        busy={end.isPending}
        error={end.error?.message}
        onConfirm={end.mutate}
      >
        {t(isAccepted ? "endBodySafe" : "endBody")}
      </ConfirmDialog>
    </>
  );
}
