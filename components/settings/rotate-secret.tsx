"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { rotateSecret } from "@/lib/actions/contract";
import { call } from "@/lib/client/call";
import { SecretDialog } from "./secret-dialog";
import { useActionSettings } from "./use-action-settings";

type RotateSecretProps = { workspace: string; isOverlapping: boolean; onRotated: () => void };

export function RotateSecret({ workspace, isOverlapping, onRotated }: RotateSecretProps) {
  const [isAsking, setAsking] = useState(false);
  const [fresh, setFresh] = useState<string>();
  const reasonId = useId();
  const { change } = useActionSettings(workspace);

  const rotate = useMutation({
    mutationFn: () => call(rotateSecret, { params: { workspace }, body: {} }),
    onSuccess: ({ secret, view }) => {
      change(() => ({ secret: view }));
      setAsking(false);
      setFresh(secret);
      onRotated();
    },
  });

  function ask() {
    rotate.reset();
    setAsking(true);
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {isOverlapping && (
        <span id={reasonId} className="text-soft text-xs">
          Possible when the overlap has ended
        </span>
      )}
      <Button disabled={isOverlapping} aria-describedby={isOverlapping ? reasonId : undefined} onClick={ask}>
        Rotate…
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Rotate the signing secret?"
        confirmLabel="Rotate secret"
        busy={rotate.isPending}
        error={rotate.error?.message}
        onConfirm={rotate.mutate}
      >
        A new secret signs from now on. For 24 hours calls carry two signatures, the new one and the old one, so that your server can change
        over without a gap. Then the old one stops.
      </ConfirmDialog>
      <SecretDialog title="The new signing secret" label="Signing secret" secret={fresh} onClose={() => setFresh(undefined)}>
        Put it on your server within 24 hours. You can reveal it again on this page.
      </SecretDialog>
    </div>
  );
}
