"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { SecretKind } from "@/components/settings/shared/secret-kind";
import { SecretOverlap } from "@/components/settings/shared/secret-overlap";
import { Button } from "@/components/ui/button";
import { tryNewSecret } from "@/lib/actions/receivers/endpoints";
import { call } from "@/lib/browser/call";
import { TrialResult } from "./trial-result";

type OverlapStripProps = { workspace: string; kind: SecretKind; endsAt: string };

/** The new secret can be tried alone, because only the customer's server knows whether it has it already. */
export function OverlapStrip({ workspace, kind, endsAt }: OverlapStripProps) {
  const t = useTranslations("settings.secret");
  const trial = useMutation({ mutationFn: () => call(tryNewSecret, { params: { workspace }, body: {} }) });

  return (
    <SecretOverlap
      kind={kind}
      endsAt={endsAt}
      safe={trial.data?.accepted === true ? t("endBodySafe") : undefined}
      action={
        <Button busy={trial.isPending} onClick={() => trial.mutate()}>
          {t("try")}
        </Button>
      }
    >
      <TrialResult trial={trial} />
    </SecretOverlap>
  );
}
