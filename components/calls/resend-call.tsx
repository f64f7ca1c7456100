"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Named } from "@/components/ui/named";
import { call as ask } from "@/lib/browser/call";
import { callsKey } from "@/lib/domain/calls/browser/queries";
import type { CallDetail } from "@/lib/domain/calls/contract";
import { resendCall } from "@/lib/domain/calls/contract";

/** Sends the delivery once more, and shows that sending. Only the last one can be sent again. */
export function ResendCall({ workspace, call }: { workspace: string; call: CallDetail }) {
  const [isAsking, setAsking] = useState(false);
  const reasonId = useId();
  const router = useRouter();
  const client = useQueryClient();
  const { id, label, state, requestBody, sendings } = call;
  const last = sendings.at(-1);
  const isUnderWay = state === "sending" || state === "working";

  const resend = useMutation({
    mutationFn: () => ask(resendCall, { params: { workspace, callId: id }, body: {} }),
    onSuccess: ({ callId }) => {
      setAsking(false);
      toast.success(<Named text={`“${label}” was sent again. Its outcome comes here and into the chat.`} name={label} />);
      router.push(`/${workspace}/settings/actions/calls/${callId}`);
    },
    // Somebody else was faster: what they did is shown behind the sentence.
    onError: () => client.invalidateQueries({ queryKey: callsKey(workspace) }),
  });

  function open() {
    resend.reset();
    setAsking(true);
  }

  if (requestBody === null) return null;
  if (last && last.id !== id && !isAsking)
    return (
      <Link href={`/${workspace}/settings/actions/calls/${last.id}`} className="rounded-sm py-1.5 font-medium text-accent hover:underline">
        It was sent again: see the last sending
      </Link>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button disabled={isUnderWay} aria-describedby={isUnderWay ? reasonId : undefined} onClick={open}>
        <RotateCw aria-hidden className="size-4" />
        Resend…
      </Button>
      {isUnderWay && (
        <span id={reasonId} className="text-soft text-xs">
          Possible when it has ended
        </span>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={<Named text={`Send “${label}” again?`} name={label} />}
        confirmLabel="Send again"
        busy={resend.isPending}
        error={resend.error?.message}
        onConfirm={resend.mutate}
      >
        Your server gets the same X-Service-Delivery with a new time and signature. It may act twice if it does not look at that header:
        money could be moved a second time. The chat shows the outcome as of a press.
      </ConfirmDialog>
    </div>
  );
}
