"use client";

import { useMutation } from "@tanstack/react-query";
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
      <Button onClick={ask}>Rotate…</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={isOverlapping ? "Drop the oldest secret and rotate?" : "Rotate the signing secret?"}
        confirmLabel={isOverlapping ? "Drop and rotate" : "Rotate secret"}
        danger={isOverlapping}
        busy={rotate.isPending}
        error={rotate.error?.message}
        onConfirm={rotate.mutate}
      >
        {isOverlapping
          ? "Two secrets are valid already, and a call carries two signatures at most. The oldest one stops at once: a server that still checks with it refuses every call. The one that is shown here stays valid for 24 hours beside the new one."
          : "A new secret signs from now on. For 24 hours calls carry two signatures, the new one and the old one, so that your server can change over without a gap. Then the old one stops."}
      </ConfirmDialog>
      <SecretDialog title="The new signing secret" label="Signing secret" secret={fresh} onClose={() => setFresh(undefined)}>
        Put it on your server within 24 hours. You can reveal it again on this page.
      </SecretDialog>
    </>
  );
}
