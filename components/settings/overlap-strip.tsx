"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { endOverlap } from "@/lib/actions/contract";
import { call } from "@/lib/client/call";
import { Remaining } from "./remaining";
import { useActionSettings } from "./use-action-settings";

export function OverlapStrip({ workspace, endsAt }: { workspace: string; endsAt: string }) {
  const [isAsking, setAsking] = useState(false);
  const { change } = useActionSettings(workspace);
  const end = useMutation({
    mutationFn: () => call(endOverlap, { params: { workspace }, body: {} }),
    onSuccess: (view) => {
      setAsking(false);
      toast.success("One secret is valid now. Calls carry one signature.");
      change(() => ({ secret: view }));
    },
  });

  function ask() {
    end.reset();
    setAsking(true);
  }

  return (
    <Alert tone="warning" className="mt-3" action={<Button onClick={ask}>End overlap…</Button>}>
      <b className="font-semibold">
        Two secrets are valid for <Remaining until={endsAt} />.
      </b>{" "}
      Calls carry both signatures.
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="End the overlap?"
        confirmLabel="End overlap"
        danger
        busy={end.isPending}
        error={end.error?.message}
        onConfirm={end.mutate}
      >
        Calls carry only the new signature at once. A server that still checks with the old secret refuses them.
      </ConfirmDialog>
    </Alert>
  );
}
