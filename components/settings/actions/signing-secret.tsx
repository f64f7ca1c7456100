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
import { Panel } from "@/components/ui/panel";
import { SteadyText } from "@/components/ui/steady-text";
import { call } from "@/lib/browser/call";
import { revealSecret, type SecretView } from "@/lib/domain/secrets/contract";
import { OverlapStrip } from "./overlap-strip";
import { RotateSecret } from "./rotate-secret";

/** Read when it is asked for and kept only while it is on the screen. */
export function SigningSecret({ workspace, view }: { workspace: string; view: SecretView }) {
  const [shown, setShown] = useState<string>();
  const now = useNow();
  const t = useTranslations("settings.secret");
  const fetchSecret = () => call(revealSecret, { params: { workspace }, body: {} }).then(({ secret }) => secret);
  const reveal = useMutation({ mutationFn: fetchSecret, onSuccess: setShown, onError: (error) => toast.error(error.message) });

  const { masked, createdAt, overlapEndsAt } = view;
  const isOverlapping = overlapEndsAt !== null && Date.parse(overlapEndsAt) > (now ?? 0);

  return (
    <Panel
      title={t("title")}
      description={t("description")}
      action={<RotateSecret workspace={workspace} madeAt={createdAt} isOverlapping={isOverlapping} onRotated={() => setShown(undefined)} />}
    >
      <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised py-2 pr-2 pl-3">
        <SecretText label={t("label")} text={shown ?? masked} />
        <div className="flex gap-2">
          <Button busy={reveal.isPending} onClick={() => (shown === undefined ? reveal.mutate() : setShown(undefined))}>
            {shown === undefined ? <Eye aria-hidden className="size-4" /> : <EyeOff aria-hidden className="size-4" />}
            <SteadyText words={[t("reveal"), t("hide")]} shown={t(shown === undefined ? "reveal" : "hide")} />
          </Button>
          <CopyButton label={t("copy")} text={shown ?? fetchSecret} />
        </div>
      </div>
      {isOverlapping && <OverlapStrip key={createdAt} workspace={workspace} madeAt={createdAt} endsAt={overlapEndsAt} />}
    </Panel>
  );
}
