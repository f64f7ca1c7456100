"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyLine } from "@/components/settings/shared/copy-line";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/browser/call";
import { keysQuery } from "@/lib/workspace/keys/browser/queries";
import { createKey } from "@/lib/workspace/keys/endpoints";
import { StepLink } from "./step-link";

type Props = { workspace: string; isDone: boolean; secret: string | undefined; onMade: (secret: string) => void };

/** A key is made here and shown once; the commands of the next steps have it. */
export function KeyStep({ workspace, isDone, secret, onMade }: Props) {
  const t = useTranslations("firstRun");
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: () => call(createKey, { params: { workspace }, body: { name: t("keyName") } }),
    onSuccess: (made) => {
      void queries.invalidateQueries(keysQuery(workspace));
      onMade(made.secret);
    },
  });
  if (secret !== undefined)
    return (
      <>
        <CopyLine label={t("key")} text={secret} copyLabel={t("copyKey")} />
        <p className="mt-2 text-pretty text-soft text-sm">{t("shownOnce")}</p>
      </>
    );
  return (
    <>
      {make.error && <Alert className="mb-3">{make.error.message}</Alert>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant={isDone ? "plain" : "primary"} busy={make.isPending} onClick={() => make.mutate()}>
          <KeyRound aria-hidden className="size-4" />
          {t(isDone ? "makeAnother" : "makeKey")}
        </Button>
        {isDone && <StepLink workspace={workspace} section="developers" text={t("manageKeys")} />}
      </div>
    </>
  );
}
