"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Remaining } from "@/components/settings/shared/remaining";
import { useNow } from "@/components/time/use-now";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Named } from "@/components/ui/named";
import { call } from "@/lib/browser/call";
import { keysQuery } from "@/lib/domain/keys/browser/queries";
import { endKeyOverlap, type OlderKey as Older } from "@/lib/domain/keys/contract";
import { KeyUse } from "./key-use";

type OlderKeyProps = { workspace: string; name: string; older: Older };

/** A key that was replaced and still works: how long, whether somebody uses it, and its end by hand. */
export function OlderKey({ workspace, name, older: { id, prefix, lastFour, lastUsedAt, endsAt } }: OlderKeyProps) {
  const [isAsking, setAsking] = useState(false);
  const now = useNow();
  const queries = useQueryClient();
  const hint = `${prefix}…${lastFour}`;

  const end = useMutation({
    mutationFn: () => call(endKeyOverlap, { params: { workspace, keyId: id }, body: {} }),
    onSuccess: () => {
      toast.success(<Named text={`The old key of “${name}” has ended.`} name={name} />);
      close();
    },
  });

  function close() {
    setAsking(false);
    void queries.invalidateQueries(keysQuery(workspace));
  }

  function ask() {
    end.reset();
    setAsking(true);
  }

  if (now !== null && Date.parse(endsAt) <= now) return null;
  return (
    <>
      <Alert
        tone="warning"
        action={
          <Button aria-label={`End the old key ${hint} now`} onClick={ask}>
            End now…
          </Button>
        }
      >
        <p>
          <b className="font-semibold">
            The old key works for <Remaining until={endsAt} />.
          </b>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-soft text-xs">
          <code className="font-mono">{hint}</code>
          <span>
            <KeyUse at={lastUsedAt} />
          </span>
        </p>
      </Alert>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={close}
        title={<Named text={`End the old key of “${name}”?`} name={name} />}
        confirmLabel="End old key"
        danger
        busy={end.isPending}
        error={end.error?.message}
        onConfirm={end.mutate}
      >
        It was <KeyUse at={lastUsedAt} />. Calls that carry it are answered with 401 at once.
      </ConfirmDialog>
    </>
  );
}
