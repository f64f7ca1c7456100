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

type OverlapStripProps = { workspace: string; madeAt: SecretView["createdAt"]; endsAt: string };

/** `madeAt` is when the new secret was made: what is confirmed here is meant for that one and no other. */
export function OverlapStrip({ workspace, madeAt, endsAt }: OverlapStripProps) {
  const [isAsking, setAsking] = useState(false);
  const { change, refresh } = useActionSettings(workspace);
  const t = useTranslations("settings.secret");
  const trial = useMutation({ mutationFn: () => call(tryNewSecret, { params: { workspace }, body: {} }) });
  const end = useMutation({
    mutationFn: () => call(endOverlap, { params: { workspace }, body: { shown: madeAt } }),
    onSuccess: (view) => {
      setAsking(false);
      toast.success(t("ended"));
      change(() => ({ secret: view }));
    },
    onError: refresh,
  });
  const isKnown = trial.data?.accepted === true;

  function ask() {
    end.reset();
    setAsking(true);
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
            <Button onClick={ask}>{t("end")}</Button>
          </span>
        }
      >
        {t.rich("overlap", { b: (text) => <b className="font-semibold">{text}</b>, time: () => <Remaining until={endsAt} /> })}
      </Alert>
      <TrialResult trial={trial} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t("endTitle")}
        confirmLabel={t("endConfirm")}
        danger={!isKnown}
        busy={end.isPending}
        error={end.error?.message}
        onConfirm={end.mutate}
      >
        {t(isKnown ? "endBodySafe" : "endBody")}
      </ConfirmDialog>
    </>
  );
}
