"use client";

import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useNow } from "@/components/time/use-now";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FixedWidthText } from "@/components/ui/fixed-width-text";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { RotateSecret } from "./rotate-secret";
import type { SecretKind } from "./secret-kind";
import { SecretText } from "./secret-text";

type RotatingSecretProps = {
  kind: SecretKind;
  /** Shown while two secrets overlap: usually a `SecretOverlap`. */
  overlap: (endsAt: string) => ReactNode;
};

/** The secret is fetched on request and kept in memory only while it is shown. */
export function RotatingSecret({ kind, overlap }: RotatingSecretProps) {
  const [revealed, setRevealed] = useState<string>();
  const now = useNow();
  const t = useTranslations("settings.secret");
  const { texts } = kind;
  const fetchSecret = () => kind.reveal().then(({ secret }) => secret);
  const reveal = useMutation({ mutationFn: fetchSecret, onSuccess: setRevealed, onError: (error) => toast.error(error.message) });

  const { masked, overlapEndsAt } = kind.view;
  const isOverlapping = overlapEndsAt !== null && Date.parse(overlapEndsAt) > (now ?? 0);

  return (
    <Panel
      title={texts.title}
      description={texts.description}
      action={<RotateSecret kind={kind} isOverlapping={isOverlapping} onRotated={() => setRevealed(undefined)} />}
    >
      <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised py-2 pe-2 ps-3">
        <SecretText label={texts.label} text={revealed ?? masked} />
        <div className="flex gap-2">
          <Button busy={reveal.isPending} onClick={() => (revealed === undefined ? reveal.mutate() : setRevealed(undefined))}>
            {revealed === undefined ? <Eye aria-hidden className="size-4" /> : <EyeOff aria-hidden className="size-4" />}
            <FixedWidthText texts={[t("reveal"), t("hide")]} current={t(revealed === undefined ? "reveal" : "hide")} />
          </Button>
          <CopyButton label={texts.copy} text={revealed ?? fetchSecret} />
        </div>
      </div>
      {isOverlapping && overlap(overlapEndsAt)}
    </Panel>
  );
}
