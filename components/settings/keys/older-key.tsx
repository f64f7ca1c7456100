"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RelativeTime } from "@/components/time/relative-time";
import { Remaining } from "@/components/time/remaining";
import { useNow } from "@/components/time/use-now";
import { Alert } from "@/components/ui/alert";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { keysQuery } from "@/lib/workspace/keys/browser/queries";
import type { OlderKey as Older } from "@/lib/workspace/keys/contract";
import { endKeyOverlap } from "@/lib/workspace/keys/endpoints";
import { KeyUse } from "./key-use";

type OlderKeyProps = { workspace: string; name: string; older: Older };

/** A replaced key that still works: its remaining time, its last use, and a button to end it. */
export function OlderKey({ workspace, name, older: { id, prefix, lastFour, lastUsedAt, endsAt } }: OlderKeyProps) {
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const now = useNow();
  const queries = useQueryClient();
  const t = useTranslations("settings.keys");
  const hint = `${prefix}…${lastFour}`;

  const end = useMutation({
    mutationFn: () => call(endKeyOverlap, { params: { workspace, keyId: id }, body: {} }),
    onSuccess: () => {
      toast.success(t.rich("ended", { name, bdi }));
      close();
    },
  });

  function close() {
    setConfirmOpen(false);
    void queries.invalidateQueries(keysQuery(workspace));
  }

  function openConfirm() {
    end.reset();
    setConfirmOpen(true);
  }

  if (now !== null && Date.parse(endsAt) <= now) return null;
  return (
    <>
      <Alert
        tone="warning"
        action={
          <Button aria-label={t("endOf", { hint })} onClick={openConfirm}>
            {t("end")}
          </Button>
        }
      >
        <p>
          <b className="font-semibold">{t.rich("old", { time: () => <Remaining until={endsAt} /> })}</b>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-soft text-xs">
          <code className="font-mono">{hint}</code>
          <span>
            <KeyUse at={lastUsedAt} />
          </span>
        </p>
      </Alert>
      <ConfirmDialog
        open={isConfirmOpen}
        onOpenChange={close}
        title={t.rich("endTitle", { name, bdi })}
        confirmLabel={t("endConfirm")}
        danger
        busy={end.isPending}
        error={end.error?.message}
        onConfirm={end.mutate}
      >
        {t.rich("endBody", { isUsed: String(lastUsedAt !== null), time: () => lastUsedAt && <RelativeTime at={lastUsedAt} ago /> })}
      </ConfirmDialog>
    </>
  );
}
