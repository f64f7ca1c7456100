"use client";

import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toast } from "sonner";
import { SecretText } from "@/components/settings/shared/secret-text";
import { useNow } from "@/components/time/use-now";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FixedWidthText } from "@/components/ui/fixed-width-text";
import { Panel } from "@/components/ui/panel";
import { call } from "@/lib/browser/call";
import { revealSecret, type SecretView } from "@/lib/domain/secrets/contract";
import { OverlapStrip } from "./overlap-strip";
import { RotateSecret } from "./rotate-secret";

/** The secret is fetched on request and kept in memory only while it is shown. */
export function SigningSecret({ workspace, view }: { workspace: string; view: SecretView }) {
  const [revealed, setRevealed] = useState<string>();
  const now = useNow();
  const t = useTranslations("settings.secret");
  const fetchSecret = () => call(revealSecret, { params: { workspace }, body: {} }).then(({ secret }) => secret);
  const reveal = useMutation({ mutationFn: fetchSecret, onSuccess: setRevealed, onError: (error) => toast.error(error.message) });

  const { masked, createdAt, overlapEndsAt } = view;
  const isOverlapping = overlapEndsAt !== null && Date.parse(overlapEndsAt) > (now ?? 0);

  return (
    <Panel
      title={t("title")}
      description={t("description")}
      action={
        <RotateSecret workspace={workspace} createdAt={createdAt} isOverlapping={isOverlapping} onRotated={() => setRevealed(undefined)} />
      }
    >
      <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised py-2 pr-2 pl-3">
        <SecretText label={t("label")} text={revealed ?? masked} />
        <div className="flex gap-2">
          <Button busy={reveal.isPending} onClick={() => (revealed === undefined ? reveal.mutate() : setRevealed(undefined))}>
            {revealed === undefined ? <Eye aria-hidden className="size-4" /> : <EyeOff aria-hidden className="size-4" />}
            <FixedWidthText texts={[t("reveal"), t("hide")]} current={t(revealed === undefined ? "reveal" : "hide")} />
          </Button>
          <CopyButton label={t("copy")} text={revealed ?? fetchSecret} />
        </div>
      </div>
      {isOverlapping && <OverlapStrip key={createdAt} workspace={workspace} createdAt={createdAt} endsAt={overlapEndsAt} />}
    </Panel>
  );
}
